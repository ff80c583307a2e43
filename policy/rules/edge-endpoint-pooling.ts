import { z } from "zod";
import * as edge from "../../sdk";
import { nameList, reference, resourceRule } from "../rule";

export const edgeEndpointPooling = resourceRule({
  id: "edge-endpoint-pooling",
  severity: "low",
  title: "An endpoint should allow pooling only on purpose.",
  reason: "Any agent of the account can join the pool and receive part of the traffic.",
  source: [reference("Endpoint")],
  advice: "Remove poolingEnabled, or add the endpoint to poolingEndpoints.",
  fix: "Sets poolingEnabled to false.",
  config: z.object({
    poolingEndpoints: nameList("Names of resources whose URL other endpoints may share."),
  }),
  cases: (on) => [
    on(
      edge.Endpoint,
      ({ poolingEnabled }, { config, name }) =>
        poolingEnabled === true && !config.poolingEndpoints.includes(name)
          ? "poolingEnabled is true: any agent may join."
          : undefined,
      (endpoint) => {
        endpoint.poolingEnabled = false;
      },
    ),
  ],
});
