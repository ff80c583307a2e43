import * as edge from "../../sdk";
import {
  guardsOf,
  type HeldPolicy,
  isAskedLater,
  onEndpoint,
  type PlacedGuard,
  policyOfModule,
} from "../held-policy";
import { providersOf } from "../properties";
import { resourceRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { Strangers } from "../strangers";

const LIMITS = ["emailAddresses", "emailDomains", "teams", "organizations"] as const;

/** Issuers at which everybody has, or can get, an account. */
const PUBLIC_ISSUER =
  /^https:\/\/(?:accounts\.google\.com|login\.microsoftonline\.com\/(?:common|consumers|organizations)(?:\/v2\.0)?)\/?$/i;

/** What says who has signed in, and is not for the user to choose. */
const WHO = /\.(?:identity\.(?:email|id|provider_user_id)|identity_token|access_token)\b/;

/** Whether later rules ask who has signed in, and do not let everybody through who has an account. */
function isLimited(policy: HeldPolicy | undefined, placed: PlacedGuard): boolean {
  const { requires } = placed.action;
  if (policy === undefined || !isAskedLater(policy, placed, WHO)) return false;
  if (requires.asks !== "oauth" || requires.by.isFilledIn) return true;
  const signedOn = [`oauth ${requires.by.text}`, "unknown guard application "];
  return Strangers.at(policy, "https://app.example.com").openBy(signedOn) === undefined;
}

/** In a policy, later expressions look at who has signed in. */
const inPolicy = (policy: HeldPolicy | undefined) =>
  guardsOf(policy)
    .filter((placed) => !isLimited(policy, placed))
    .flatMap(({ action: { requires }, path }) => {
      if (requires.asks === "oauth")
        return [
          `${path}: no later rule limits actions.ngrok.oauth.identity, so any account of the provider gets in.`,
        ];
      return requires.asks === "openid-connect" && PUBLIC_ISSUER.test(requires.by.text)
        ? [`${path}: no later rule limits actions.ngrok.oidc.identity, so any account of the issuer gets in.`]
        : [];
    });

export const edgeOauthLimited = resourceRule({
  id: "edge-oauth-limited",
  severity: "critical",
  title: "OAuth must admit only named people.",
  reason: "Without a limit, everybody with an account at the identity provider gets access.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: `Set one of ${LIMITS.join(", ")} of the provider, where it has them. In a traffic policy, deny in a rule after the sign-in unless an expression knows actions.ngrok.oauth.identity.email.`,
  cases: (on) => [
    onEndpoint(on, inPolicy),
    on(edge.HttpsEdgeRoute, (route) => [
      ...providersOf(route.oauth)
        .filter(([, provider]) => !LIMITS.some((limit) => (provider[limit]?.length ?? 0) > 0))
        .map(
          ([name]) =>
            `oauth.provider.${name} sets none of ${LIMITS.join(", ")}: any ${name} account gets in.`,
        ),
      ...inPolicy(policyOfModule(route)),
    ]),
  ],
});
