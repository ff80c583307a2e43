import { activeGuards, trafficCases } from "../attached-policy";
import { reference, resourceRule } from "../rule";

const isHttps = (url: string) => /^https:\/\//i.test(url);

export const edgeOidcHttps = resourceRule({
  id: "edge-oidc-https",
  severity: "high",
  title: "The OpenID provider must be reached over HTTPS.",
  reason: "Someone on the network path could answer the discovery request with their own keys.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Set oidc.issuer, or issuer_url in a traffic policy, to the https URL of the provider.",
  cases: (on) =>
    trafficCases(
      on,
      (policy) =>
        activeGuards(policy)
          .filter(
            ({ action: { requires } }) =>
              requires.kind === "openid-connect" &&
              !requires.provider.isFilledIn &&
              !isHttps(requires.provider.text),
          )
          .map(({ path }) => `${path}.config.issuer_url does not start with https://.`),
      ({ oidc }) =>
        oidc?.issuer === undefined || isHttps(oidc.issuer)
          ? []
          : ["oidc.issuer does not start with https://."],
    ),
});
