import { z } from "zod";
import { credentialHeader } from "../../provider/family/credentials/likely";
import * as edge from "../../sdk";
import { nameList, reference, resourceRule } from "../rule";

export const edgeHeaderCredential = resourceRule({
  id: "edge-header-credential",
  severity: "high",
  title: "Headers that the edge adds must not contain credentials.",
  reason:
    "The service returns them in plain text, so they are visible to everyone who can read the route or the state.",
  source: [reference("Create HTTPS Edge Route")],
  advice:
    "Authenticate the edge to the upstream in another way, or add the header to allowedHeaders. The rule also reports values marked as secret, since policies can't distinguish them.",
  config: z.object({
    allowedHeaders: nameList("Names of headers that are not checked, in any case."),
  }),
  cases: (on) => [
    on(edge.HttpsEdgeRoute, (route, { config }) => {
      const allowed = config.allowedHeaders.map((name) => name.toLowerCase());
      return (["requestHeaders", "responseHeaders"] as const).flatMap((module) =>
        Object.entries(route[module]?.add ?? {})
          .filter(([name, value]) => !allowed.includes(name.toLowerCase()) && credentialHeader(name, value))
          .map(([name]) => `${module}.add.${name} seems to be a credential.`),
      );
    }),
  ],
});
