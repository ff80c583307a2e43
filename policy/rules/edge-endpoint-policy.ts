import { z } from "zod";
import * as edge from "../../sdk";
import { endpointPolicy } from "../attached-policy";
import { nameList, reference, SOURCES, stackRule } from "../rule";
import { StackAccess } from "../stack-access";

export const edgeEndpointPolicy = stackRule({
  id: "edge-endpoint-policy",
  severity: "medium",
  title: "The traffic policy of a cloud endpoint should not allow everyone.",
  reason: "A cloud endpoint is protected only by its traffic policy.",
  source: [reference("Endpoint"), SOURCES.trafficPolicies],
  advice:
    "Restrict clients, for all methods, before the action that serves the request. If the endpoint is public on purpose, add it to publicEndpoints.",
  config: z.object({
    publicEndpoints: nameList("Names of resources that are public on purpose."),
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
        if (endpointPolicy(endpoint.props)?.reading === undefined)
          return [{ at, message: "trafficPolicy is neither valid YAML nor JSON." }];
        const request = access.findAnyRequest();
        return request
          ? [{ at, message: `trafficPolicy allows everyone to send ${access.describe(request)}.` }]
          : [];
      });
  },
});
