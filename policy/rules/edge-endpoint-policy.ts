import { z } from "zod";
import * as edge from "../../sdk";
import { policyOfEndpoint } from "../held-policy";
import { stackRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { StackAccess } from "../stack-access";

export const edgeEndpointPolicy = stackRule({
  id: "edge-endpoint-policy",
  severity: "medium",
  title: "The traffic policy of a cloud endpoint should not admit everybody.",
  reason: "Nothing but its traffic policy guards a cloud endpoint.",
  source: [reference("Endpoint"), SOURCES.trafficPolicies],
  advice:
    "Add an action that restricts visitors before the one that serves them, for all methods; or name the endpoint as public in the settings.",
  config: z.object({
    publicEndpoints: z
      .array(z.string())
      .default([])
      .describe("Names of resources that are meant to be open."),
  }),
  check: (account, { publicEndpoints }) => {
    const stack = new StackAccess(account);
    return account
      .of(edge.Endpoint)
      .filter(({ resource }) => !publicEndpoints.includes(resource.name))
      .flatMap((endpoint) => {
        const access = stack.endpoint(endpoint);
        if (access === undefined) return [];
        const at = endpoint.resource;
        if (policyOfEndpoint(endpoint.props)?.reading === undefined)
          return [{ at, message: "trafficPolicy is neither YAML nor JSON that can be read." }];
        const open = access.open();
        return open ? [{ at, message: `trafficPolicy lets everybody ${access.describe(open)}.` }] : [];
      });
  },
});
