import { z } from "zod";
import { type AttachedPolicy, activeGuards, isCheckedLater, trafficCases } from "../attached-policy";
import { providersOf } from "../properties";
import { reference, resourceRule, SOURCES } from "../rule";
import { StackAccess } from "../stack-access";

const LIMITS = ["emailAddresses", "emailDomains", "teams", "organizations"] as const;

/** Issuers at which anyone can get an account. */
const PUBLIC_ISSUER =
  /^https:\/\/(?:accounts\.google\.com|login\.microsoftonline\.com\/(?:common|consumers|organizations)(?:\/v2\.0)?)\/?$/i;

/** Public e-mail providers. */
const PUBLIC_DOMAINS = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com"],
  ...["yahoo.com", "icloud.com", "me.com", "aol.com", "gmx.com", "gmx.de", "web.de"],
  ...["mail.com", "proton.me", "protonmail.com", "yandex.com", "zoho.com"],
];

const config = z.object({
  publicDomains: z
    .array(z.string())
    .default(PUBLIC_DOMAINS)
    .describe("Domains in which anyone can get an e-mail address."),
});

type Settings = z.output<typeof config>;

const isPublic = (domain: string, { publicDomains }: Settings) =>
  publicDomains.some((publicDomain) => publicDomain.toLowerCase() === domain.toLowerCase().replace(/^@/, ""));

/** Claims that identify the user and that the user can't choose. */
const IDENTITY = /\.(?:identity\.(?:email|id|provider_user_id)|identity_token|access_token)\b/;

function policyViolations(policy: AttachedPolicy, { publicDomains }: Settings): string[] {
  return activeGuards(policy).flatMap((guard) => {
    const { action, path } = guard;
    const { requires } = action;
    const isChecked = isCheckedLater(policy, guard, IDENTITY);
    if (requires.kind === "openid-connect")
      return PUBLIC_ISSUER.test(requires.provider.text) && !isChecked
        ? [
            `${path}: no later rule limits actions.ngrok.oidc.identity, so any account of the issuer gets access.`,
          ]
        : [];
    if (requires.kind !== "oauth") return [];
    const unlimited = `${path}: no later rule limits actions.ngrok.oauth.identity, so any account of the provider gets access.`;
    if (!isChecked) return [unlimited];
    if (requires.provider.isFilledIn) return [];
    const access = StackAccess.through(policy, "https://app.example.com");
    const client = access.findUserRequest(requires.provider.text, publicDomains);
    if (client === undefined) return [];
    const [email] = Object.values(client.emails);
    return email === undefined
      ? [unlimited]
      : [`${path}: later rules allow ${email.slice(0, 100)}, an address that anyone can get.`];
  });
}

export const edgeOauthLimited = resourceRule({
  id: "edge-oauth-limited",
  severity: "critical",
  title: "OAuth must allow only named people.",
  reason: "Without a limit, everyone with an account at the identity provider gets access.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: `Set one of ${LIMITS.join(", ")} of the provider, if it has them. In a traffic policy, add a deny rule after the sign-in for all values of actions.ngrok.oauth.identity.email except known addresses or domains, including the @.`,
  config,
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config }) => policyViolations(policy, config),
      ({ oauth }, { config }) =>
        providersOf(oauth).flatMap(([name, provider]) => {
          const publicDomain = provider.emailDomains?.find((domain) => isPublic(domain, config));
          if (publicDomain !== undefined)
            return [
              `oauth.provider.${name} allows the domain ${publicDomain}: any address in it gets access.`,
            ];
          return LIMITS.some((limit) => (provider[limit]?.length ?? 0) > 0)
            ? []
            : [`oauth.provider.${name} sets none of ${LIMITS.join(", ")}: any ${name} account gets access.`];
        }),
    ),
});
