import { z } from "zod";
import * as edge from "../../sdk";
import { endpointPolicy, redirectsToHttps } from "../attached-policy";
import { exemptStacks, isProduction } from "../enforcement";
import { resourceRule, SOURCES } from "../rule";
import { isInternal } from "../stack-access";

export const edgeEndpointHttps = resourceRule({
  id: "edge-endpoint-https",
  severity: "high",
  title: "A cloud endpoint in production must not serve plain HTTP.",
  reason: "Everything that visitors send can be read and changed in transit.",
  source: [SOURCES.guide],
  advice: "Use an https URL. An http URL may redirect all requests to it.",
  config: z.object({ exemptStacks }),
  cases: (on) => [
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
  ],
});
