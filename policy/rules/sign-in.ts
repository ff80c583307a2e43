import { z } from "zod";
import * as edge from "../../sdk";
import { secondsOf } from "../../traffic-policy/symbolic/policy-reader";
import {
  type AttachedPolicy,
  activeGuards,
  isCheckedLater,
  type RouteProps,
  trafficCases,
} from "../attached-policy";
import { exemptStacks, isProduction } from "../enforcement";
import { isSet } from "../known-values";
import { reference, resourceRule, SOURCES, stringList } from "../rule";
import { StackAccess } from "../stack-access";

/** The settings of an OAuth provider that rules read. Only GitHub has teams and organizations. */
interface OauthProvider {
  clientId?: string;
  emailAddresses?: readonly string[];
  emailDomains?: readonly string[];
  teams?: readonly string[];
  organizations?: readonly string[];
}

const providersOf = (oauth: { provider?: object } | undefined) =>
  Object.entries((oauth?.provider ?? {}) as Readonly<Record<string, OauthProvider>>);

type SignIn = NonNullable<RouteProps["oauth" | "oidc" | "saml"]>;

const signInModules = ({ oauth, oidc, saml }: RouteProps): [name: string, module: SignIn][] =>
  Object.entries({ oauth, oidc, saml }).filter((entry): entry is [string, SignIn] => entry[1] !== undefined);

export const edgeJwtAudience = resourceRule({
  id: "edge-jwt-audience",
  severity: "high",
  title: "JSON Web Tokens must be accepted only for a specific audience.",
  reason: "Without an audience, a token that was issued for another application gives access.",
  source: [SOURCES.trafficPolicies, SOURCES.jwt],
  advice: "Set audience.allow_list of jwt-validation, or check the claim aud in a later expression.",
  cases: (on) =>
    trafficCases(on, (policy) =>
      activeGuards(policy)
        .filter(({ action: { requires } }) => requires.kind === "jwt" && requires.audiences.length === 0)
        .filter((guard) => !isCheckedLater(policy, guard, /\b.*\baud\b/))
        .map(({ path }) => `${path}.config.audience is not set: tokens for every audience are accepted.`),
    ),
});

const USER_LIMITS = ["emailAddresses", "emailDomains", "teams", "organizations"] as const;

/** Issuers at which anyone can get an account. */
const PUBLIC_ISSUER =
  /^https:\/\/(?:accounts\.google\.com|login\.microsoftonline\.com\/(?:common|consumers|organizations)(?:\/v2\.0)?)\/?$/i;

/** Domains of public e-mail providers. Several lists are spread only to keep the code short. */
const PUBLIC_DOMAINS = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com"],
  ...["yahoo.com", "icloud.com", "me.com", "aol.com", "gmx.com", "gmx.de", "web.de"],
  ...["mail.com", "proton.me", "protonmail.com", "yandex.com", "zoho.com"],
];

const isPublic = (domain: string, publicDomains: readonly string[]) =>
  publicDomains.some((publicDomain) => publicDomain.toLowerCase() === domain.toLowerCase().replace(/^@/, ""));

/** Claims that identify the user and that the user can't choose. */
const IDENTITY = /\.(?:identity\.(?:email|id|provider_user_id)|identity_token|access_token)\b/;

function unlimitedGuards(policy: AttachedPolicy, publicDomains: readonly string[]): string[] {
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
    if (requires.provider.isTemplate) return [];
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
  advice: `Set one of ${USER_LIMITS.join(", ")} of the provider, if it has them. In a traffic policy, add a deny rule after the sign-in for all values of actions.ngrok.oauth.identity.email except known addresses or domains, including the @.`,
  config: z.object({
    publicDomains: stringList("Domains in which anyone can get an e-mail address.", PUBLIC_DOMAINS),
  }),
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config }) => unlimitedGuards(policy, config.publicDomains),
      ({ oauth }, { config }) =>
        providersOf(oauth).flatMap(([name, provider]) => {
          const publicDomain = provider.emailDomains?.find((domain) =>
            isPublic(domain, config.publicDomains),
          );
          if (publicDomain !== undefined)
            return [
              `oauth.provider.${name} allows the domain ${publicDomain}: any address in it gets access.`,
            ];
          return USER_LIMITS.some((limit) => (provider[limit]?.length ?? 0) > 0)
            ? []
            : [
                `oauth.provider.${name} sets none of ${USER_LIMITS.join(", ")}: any ${name} account gets access.`,
              ];
        }),
    ),
});

export const edgeOauthOwnApp = resourceRule({
  id: "edge-oauth-own-app",
  severity: "medium",
  title: "OAuth should use an app of your own in production.",
  reason: "The service's own app has additional restrictions and is meant for trials.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: "Register an OAuth app at the identity provider and set its clientId and clientSecret.",
  config: z.object({ exemptStacks }),
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config, stack }) =>
        activeGuards(policy)
          .filter(({ action: { requires } }) => requires.kind === "oauth" && requires.clientId === undefined)
          .filter(() => isProduction(stack, config.exemptStacks))
          .map(({ path }) => `${path}.config.client_id is not set: register an app of your own.`),
      ({ oauth }, { config, stack }) =>
        providersOf(oauth)
          .filter(([, provider]) => !isSet(provider, "clientId") && isProduction(stack, config.exemptStacks))
          .map(([name]) => `oauth.provider.${name}.clientId is not set: register an app of your own.`),
    ),
});

/** The sign-in modules that let OPTIONS requests pass. */
const modulesPassingOptions = (route: RouteProps) =>
  signInModules(route).filter(([, { optionsPassthrough }]) => optionsPassthrough === true);

export const edgeOauthPreflight = resourceRule({
  id: "edge-oauth-preflight",
  severity: "medium",
  title: "OPTIONS requests should be authenticated too.",
  reason: "An upstream that responds to OPTIONS with more than CORS headers is open to that method.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Remove optionsPassthrough, or allow_cors_preflight in a traffic policy, or set it to false.",
  fix: "Sets optionsPassthrough to false. Doesn't change traffic policies.",
  cases: (on) =>
    trafficCases(
      on,
      (policy) =>
        activeGuards(policy)
          .filter(
            ({ action: { requires } }) => "allowsPreflight" in requires && requires.allowsPreflight === true,
          )
          .map(({ path }) => `${path}.config.allow_cors_preflight is true: OPTIONS is not authenticated.`),
      (route) =>
        modulesPassingOptions(route).map(
          ([name]) => `${name}.optionsPassthrough is true: OPTIONS is not authenticated.`,
        ),
      (route) => {
        const modules = modulesPassingOptions(route);
        for (const [, module] of modules) module.optionsPassthrough = false;
        return modules.length > 0;
      },
    ),
});

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
              !requires.provider.isTemplate &&
              !isHttps(requires.provider.text),
          )
          .map(({ path }) => `${path}.config.issuer_url does not start with https://.`),
      ({ oidc }) =>
        oidc?.issuer === undefined || isHttps(oidc.issuer)
          ? []
          : ["oidc.issuer does not start with https://."],
    ),
});

export const edgeSamlGroups = resourceRule({
  id: "edge-saml-groups",
  severity: "medium",
  title: "SAML should allow only members of specific groups.",
  reason: "Otherwise every user of the identity provider gets access.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Set saml.authorizedGroups.",
  cases: (on) =>
    on(edge.HttpsEdgeRoute, ({ saml }) =>
      saml && (saml.authorizedGroups?.length ?? 0) === 0
        ? "saml.authorizedGroups is empty: set it to the allowed groups."
        : undefined,
    ),
});

export const edgeSamlIdpInitiated = resourceRule({
  id: "edge-saml-idp-initiated",
  severity: "medium",
  title: "SAML logins should start at the edge.",
  reason:
    "A login that the identity provider starts has no matching request, so a stolen response can be used.",
  source: [SOURCES.owaspSaml, SOURCES.idpInitiated],
  advice: "Remove saml.allowIdpInitiated, or set it to false.",
  fix: "Sets saml.allowIdpInitiated to false.",
  cases: (on) =>
    on(
      edge.HttpsEdgeRoute,
      ({ saml }) =>
        saml?.allowIdpInitiated === true ? "saml.allowIdpInitiated is true: set it to false." : undefined,
      ({ saml }) => {
        if (saml) saml.allowIdpInitiated = false;
      },
    ),
});

const seconds = (preset: number) => z.number().int().min(1).default(preset);

const SESSION_LIMITS = ["maximumDuration", "inactivityTimeout"] as const;

/** The limits that a module exceeds. In a module, 0 means unlimited. */
const exceededLimits = (module: SignIn, limits: Record<(typeof SESSION_LIMITS)[number], number>) =>
  SESSION_LIMITS.filter((key) => !module[key] || module[key] > limits[key]);

export const edgeSessionLimits = resourceRule({
  id: "edge-session-limits",
  severity: "medium",
  title: "Sessions should have a limited duration.",
  reason: "A stolen session cookie gives access until the session ends.",
  source: [SOURCES.owaspSession],
  advice:
    "Set maximumDuration and inactivityTimeout, or max_session_duration and idle_session_timeout in a traffic policy, within the limits of the settings.",
  fix: "Sets missing or exceeding values to the limit. Doesn't change traffic policies.",
  config: z.object({
    maximumDuration: seconds(28_800).describe("Maximum duration of a session, in seconds."),
    inactivityTimeout: seconds(1_800).describe("Maximum idle time of a session, in seconds."),
  }),
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config: limits }) =>
        activeGuards(policy).flatMap(({ action: { session, type }, path }) => {
          if (session === undefined) return [];
          const idleKey = type === "oauth" ? "idle_session_timeout" : "idle_session_duration";
          return [
            { key: "max_session_duration", value: session.maxDuration, limit: limits.maximumDuration },
            { key: idleKey, value: session.idleTimeout, limit: limits.inactivityTimeout },
          ].flatMap(({ key, value, limit }) => {
            const duration = value && secondsOf(value.text);
            // An interpolated duration is unknown.
            if (value?.isTemplate || (duration && duration <= limit)) return [];
            const problem = duration ? `is ${value.text}` : "is not set";
            return [`${path}.config.${key} ${problem}: set it to at most ${limit}s.`];
          });
        }),
      (route, { config: limits }) =>
        signInModules(route).flatMap(([name, module]) =>
          exceededLimits(module, limits).map((key) => {
            const problem = module[key] ? `is ${module[key]}` : "is not set";
            return `${name}.${key} ${problem}: set it to at most ${limits[key]} seconds.`;
          }),
        ),
      (route, { config: limits }) => {
        const exceeding = signInModules(route).flatMap(([, module]) =>
          exceededLimits(module, limits).map((key) => ({ module, key })),
        );
        for (const { module, key } of exceeding) module[key] = limits[key];
        return exceeding.length > 0;
      },
    ),
});
