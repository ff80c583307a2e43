import { z } from "zod";
import * as edge from "../../sdk";
import { guardsOf, type HeldPolicy, isAskedLater, onEndpoint, policyOfModule } from "../held-policy";
import { providersOf } from "../properties";
import { resourceRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { StackAccess } from "../stack-access";

const LIMITS = ["emailAddresses", "emailDomains", "teams", "organizations"] as const;

/** Issuers at which everybody has, or can get, an account. */
const PUBLIC_ISSUER =
  /^https:\/\/(?:accounts\.google\.com|login\.microsoftonline\.com\/(?:common|consumers|organizations)(?:\/v2\.0)?)\/?$/i;

/** Providers of mailboxes for everybody. */
const PUBLIC_DOMAINS = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com"],
  ...["yahoo.com", "icloud.com", "me.com", "aol.com", "gmx.com", "gmx.de", "web.de"],
  ...["mail.com", "proton.me", "protonmail.com", "yandex.com", "zoho.com"],
];

const config = z.object({
  publicDomains: z
    .array(z.string())
    .default(PUBLIC_DOMAINS)
    .describe("Domains in which everybody can get an e-mail address."),
});

type Settings = z.output<typeof config>;

const isPublic = (domain: string, { publicDomains }: Settings) =>
  publicDomains.some((one) => one.toLowerCase() === domain.toLowerCase().replace(/^@/, ""));

/** What says who has signed in, and is not for the user to choose. */
const WHO = /\.(?:identity\.(?:email|id|provider_user_id)|identity_token|access_token)\b/;

/** In a policy, later expressions look at who has signed in. */
const inPolicy = (policy: HeldPolicy | undefined, settings: Settings) =>
  guardsOf(policy).flatMap((placed) => {
    const { action, path } = placed;
    const isAsked = isAskedLater(policy, placed, WHO);
    if (action.requires.asks === "openid-connect")
      return PUBLIC_ISSUER.test(action.requires.by.text) && !isAsked
        ? [`${path}: no later rule limits actions.ngrok.oidc.identity, so any account of the issuer gets in.`]
        : [];
    if (policy === undefined || action.requires.asks !== "oauth") return [];
    const { by } = action.requires;
    const nobody = `${path}: no later rule limits actions.ngrok.oauth.identity, so any account of the provider gets in.`;
    if (!isAsked) return [nobody];
    if (by.isFilledIn) return [];
    const access = StackAccess.at(policy, "https://app.example.com");
    const open = access.openToUsers(by.text, settings.publicDomains);
    if (open === undefined) return [];
    const [email] = Object.values(open.emails);
    return email === undefined
      ? [nobody]
      : [`${path}: later rules let in ${email.slice(0, 100)}, an address that anybody can get.`];
  });

export const edgeOauthLimited = resourceRule({
  id: "edge-oauth-limited",
  severity: "critical",
  title: "OAuth must admit only named people.",
  reason: "Without a limit, everybody with an account at the identity provider gets access.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: `Set one of ${LIMITS.join(", ")} of the provider, where it has them. In a traffic policy, deny in a rule after the sign-in unless an expression knows actions.ngrok.oauth.identity.email, whole or by its end with the @.`,
  config,
  cases: (on) => [
    onEndpoint(on, (policy, { config }) => inPolicy(policy, config)),
    on(edge.HttpsEdgeRoute, (route, { config }) => [
      ...providersOf(route.oauth).flatMap(([name, provider]) => {
        const isLimited = LIMITS.some((limit) => (provider[limit]?.length ?? 0) > 0);
        const open = provider.emailDomains?.find((domain) => isPublic(domain, config));
        const found = open === undefined ? `sets none of ${LIMITS.join(", ")}` : `admits the domain ${open}`;
        return isLimited && open === undefined
          ? []
          : [`oauth.provider.${name} ${found}: any ${open ? `address of it` : `${name} account`} gets in.`];
      }),
      ...inPolicy(policyOfModule(route), config),
    ]),
  ],
});
