import { z } from "zod";
import * as edge from "../../sdk";
import { nameList, resourceRule } from "../rule";
import { reference } from "../sources";

const config = z.object({
  poolingEndpoints: nameList("Names of resources whose URL other endpoints may share."),
});

type Settings = z.output<typeof config>;

const isShared = (poolingEnabled: boolean | undefined, name: string, { poolingEndpoints }: Settings) =>
  poolingEnabled === true && !poolingEndpoints.includes(name);

export const edgeEndpointPooling = resourceRule({
  id: "edge-endpoint-pooling",
  severity: "low",
  title: "Other endpoints should share the URL of an endpoint only on purpose.",
  reason: "Any agent of the account can join the pool and receive part of the traffic.",
  source: [reference("Endpoint")],
  advice: "Remove poolingEnabled, or list the endpoint in the settings.",
  fix: "Sets poolingEnabled to false.",
  config,
  cases: (on) => [
    on(
      edge.Endpoint,
      ({ poolingEnabled }, { config: settings, name }) =>
        isShared(poolingEnabled, name, settings) ? "poolingEnabled is true: any agent may join." : undefined,
      (endpoint, { config: settings, name }) => {
        if (!isShared(endpoint.poolingEnabled, name, settings)) return false;
        endpoint.poolingEnabled = false;
        return true;
      },
    ),
  ],
});
