import * as edge from "../../sdk";
import { guardsOf, type HeldPolicy, onEndpoint, policyOfModule } from "../held-policy";
import { resourceRule } from "../rule";
import { reference } from "../sources";

const isHttps = (url: string) => /^https:\/\//i.test(url);

const inPolicy = (policy: HeldPolicy | undefined) =>
  guardsOf(policy)
    .filter(
      ({ action: { requires } }) =>
        requires.asks === "openid-connect" && !requires.by.isFilledIn && !isHttps(requires.by.text),
    )
    .map(({ path }) => `${path}.config.issuer_url does not start with https://.`);

export const edgeOidcHttps = resourceRule({
  id: "edge-oidc-https",
  severity: "high",
  title: "The OpenID provider must be reached over HTTPS.",
  reason: "Somebody on the network path could respond to the discovery with their own keys.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Set oidc.issuer, or issuer_url in a traffic policy, to the https URL of the provider.",
  cases: (on) => [
    onEndpoint(on, inPolicy),
    on(edge.HttpsEdgeRoute, (route) => [
      ...(route.oidc?.issuer !== undefined && !isHttps(route.oidc.issuer)
        ? ["oidc.issuer does not start with https://."]
        : []),
      ...inPolicy(policyOfModule(route)),
    ]),
  ],
});
