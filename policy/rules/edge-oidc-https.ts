import * as edge from "../../sdk";
import { actionsOf, type HeldPolicy, onEndpoint, policyOfModule } from "../held-policy";
import { resourceRule } from "../rule";
import { reference } from "../sources";

const isHttps = (url: string) => /^https:\/\//i.test(url);

const inPolicy = (policy: HeldPolicy | undefined) =>
  policy === undefined || policy.isOn === false
    ? []
    : actionsOf(policy).flatMap(({ action, path }) =>
        action.effect === "guards" &&
        action.requires.asks === "openid-connect" &&
        !action.requires.by.isFilledIn &&
        !isHttps(action.requires.by.text)
          ? [`${path}.config.issuer_url does not start with https://.`]
          : [],
      );

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
