import { z } from "zod";
import * as edge from "../../sdk";
import { endpointPolicy, redirectsToHttps } from "../attached-policy";
import { exemptStacks, isProduction } from "../enforcement";
import { findingsAbout, reference, resourceRule, SOURCES, stackRule, stringList } from "../rule";
import { isInternal, StackAccess } from "../stack-access";

export const edgeEndpointHttps = resourceRule({
  id: "edge-endpoint-https",
  severity: "high",
  title: "A cloud endpoint in production must not serve plain HTTP.",
  reason: "Everything that visitors send can be read and changed in transit.",
  source: [SOURCES.guide],
  advice: "Use an https URL, or let the traffic policy of the http URL redirect all requests to HTTPS.",
  config: z.object({ exemptStacks }),
  cases: (on) =>
    on(edge.Endpoint, ({ url, bindings, trafficPolicy }, { config, stack }) => {
      if (!/^http:\/\//i.test(url) || isInternal(url) || !isProduction(stack, config.exemptStacks))
        return undefined;
      // The operator in a cluster doesn't terminate TLS.
      if (bindings !== undefined && !bindings.includes("public")) return undefined;
      const policy = endpointPolicy({ trafficPolicy });
      return policy && redirectsToHttps(policy, url)
        ? undefined
        : "url starts with http://: use https://, or redirect all requests to it first.";
    }),
});

export const edgeEndpointPolicy = stackRule({
  id: "edge-endpoint-policy",
  severity: "medium",
  title: "The traffic policy of a cloud endpoint should not allow everyone.",
  reason: "A cloud endpoint is protected only by its traffic policy.",
  source: [reference("Endpoint"), SOURCES.trafficPolicies],
  advice:
    "Restrict clients, for all methods, before the action that serves the request. If the endpoint is public on purpose, add it to publicEndpoints.",
  config: z.object({
    publicEndpoints: stringList("Names of resources that are public on purpose."),
  }),
  check: (account, { publicEndpoints }) => {
    const stack = new StackAccess(account);
    return findingsAbout(account, edge.Endpoint, (endpoint) => {
      const isPublic = publicEndpoints.includes(endpoint.resource.name);
      const access = isPublic ? undefined : stack.endpoint(endpoint);
      if (access === undefined) return undefined;
      if (endpointPolicy(endpoint.props)?.reading === undefined)
        return "trafficPolicy is neither valid YAML nor JSON.";
      const request = access.findAnyRequest();
      return request && `trafficPolicy allows everyone to send ${access.describe(request)}.`;
    });
  },
});

export const edgeEndpointPooling = resourceRule({
  id: "edge-endpoint-pooling",
  severity: "low",
  title: "An endpoint should allow pooling only on purpose.",
  reason: "Any agent of the account can join the pool and receive part of the traffic.",
  source: [reference("Endpoint")],
  advice: "Remove poolingEnabled, or add the endpoint to poolingEndpoints.",
  fix: "Sets poolingEnabled to false.",
  config: z.object({
    poolingEndpoints: stringList("Names of resources whose URL other endpoints may share."),
  }),
  cases: (on) =>
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
});
