import { z } from "zod";
import * as edge from "../../sdk";
import { exemptStacks, isProduction } from "../production";
import { resourceRule } from "../rule";
import { SOURCES } from "../sources";

export const edgeEndpointHttps = resourceRule({
  id: "edge-endpoint-https",
  severity: "high",
  title: "A cloud endpoint in production must not serve plain HTTP.",
  reason: "Everything that visitors send can be read and changed in transit.",
  source: [SOURCES.guide],
  advice: "Use an https URL.",
  config: z.object({ exemptStacks }),
  cases: (on) => [
    on(edge.Endpoint, ({ url }, { config, stack }) =>
      /^http:\/\//i.test(url) && isProduction(stack, config.exemptStacks)
        ? "url starts with http://: use https://."
        : undefined,
    ),
  ],
});
