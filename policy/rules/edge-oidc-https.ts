import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { reference } from "../sources";

export const edgeOidcHttps = resourceRule({
  id: "edge-oidc-https",
  severity: "high",
  title: "The OpenID provider must be reached over HTTPS.",
  reason: "Somebody on the network path could respond to the discovery with their own keys.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Set oidc.issuer to the https URL of the provider.",
  cases: (on) => [
    on(edge.HttpsEdgeRoute, ({ oidc }) =>
      oidc?.issuer !== undefined && !/^https:\/\//i.test(oidc.issuer)
        ? "oidc.issuer does not start with https://."
        : undefined,
    ),
  ],
});
