import { z } from "zod";
import { credentialHeader } from "../../provider/family/credentials/likely";
import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { reference } from "../sources";

export const edgeHeaderCredential = resourceRule({
  id: "edge-header-credential",
  severity: "high",
  title: "Headers that the edge adds must not contain credentials.",
  reason: "The service returns them in plain text, and whoever may read the route or the state sees them.",
  source: [reference("Create HTTPS Edge Route")],
  advice:
    "Let the upstream trust the edge in another way. The rule also reports values marked as secret, since a policy cannot recognise them. Allow such a header in the settings.",
  config: z.object({
    allowedHeaders: z
      .array(z.string())
      .default([])
      .describe("Names of headers that are not checked, in upper or lower case."),
  }),
  cases: (on) => [
    on(edge.HttpsEdgeRoute, (route, { config }) => {
      const allowed = config.allowedHeaders.map((name) => name.toLowerCase());
      return (["requestHeaders", "responseHeaders"] as const).flatMap((module) =>
        Object.entries(route[module]?.add ?? {})
          .filter(([name, value]) => !allowed.includes(name.toLowerCase()) && credentialHeader(name, value))
          .map(([name]) => `${module}.add holds what looks like a credential in ${name}.`),
      );
    }),
  ],
});
