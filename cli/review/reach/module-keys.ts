import type { GuardModule, ModuleArgs } from "../../../policy/guards";
import type { OAuthGitHubArgs, OAuthIdentityProviderArgs, OAuthProviderArgs } from "../../../sdk/resources";
import { onProviders, type Setting, type Words, type WordsOn, withoutWord } from "../../common";
import { isHidden } from "../account";
import type { Props } from "../preview";

/**
 * What a setting of a guard is to its judge. `read`: it decides who is admitted, and a module whose value is hidden cannot
 * be seen. `found`: it decides too, and its reader copes with hidden values. `beside`: it decides nothing.
 */
type Role = "read" | "found" | "beside";

type Of<T> = WordsOn<T, Role>;

const SESSION = {
  enabled: "found",
  optionsPassthrough: "read",
  cookiePrefix: "beside",
  inactivityTimeout: "beside",
  maximumDuration: "beside",
} as const;

const identityProvider = {
  clientId: "beside",
  clientSecret: "beside",
  scopes: "beside",
  emailAddresses: "found",
  emailDomains: "found",
} as const satisfies Of<OAuthIdentityProviderArgs>;

const provider = onProviders(identityProvider, {
  ...identityProvider,
  teams: "found",
  organizations: "found",
} as const satisfies Of<OAuthGitHubArgs>) satisfies Of<OAuthProviderArgs>;

const MODULES: Readonly<Record<GuardModule, Words<Role>>> = {
  ipRestriction: { enabled: "found", ipPolicyIds: "found" },
  mutualTls: { enabled: "found", certificateAuthorityIds: "found" },
  tlsTermination: {
    enabled: "found",
    terminateAt: "read",
    minVersion: "read",
  },
  oauth: { ...SESSION, provider, authCheckInterval: "beside" },
  saml: {
    ...SESSION,
    idpMetadata: "read",
    authorizedGroups: "read",
    // How a user signs on, not which one.
    forceAuthn: "beside",
    allowIdpInitiated: "beside",
    nameidFormat: "beside",
  },
  oidc: {
    ...SESSION,
    issuer: "read",
    clientId: "read",
    clientSecret: "beside",
    scopes: "beside",
  },
  webhookVerification: {
    enabled: "found",
    provider: "read",
    secret: "found",
  },
  userAgentFilter: { enabled: "found", allow: "read", deny: "read" },
  websocketTcpConverter: { enabled: "found" },
  trafficPolicy: { enabled: "found", value: "found" },
} satisfies { readonly [Name in GuardModule]: Of<ModuleArgs[Name]> };

/** What a module that is a resource of its own has beside its settings; the state's own notes begin with two underscores. */
const OF_RESOURCES: ReadonlySet<string> = new Set([
  ...["edgeId", "routeId", "adoptId", "adopted", "deleteOnDestroy", "description", "metadata"],
  // What the service answers beside the ids.
  ...["ipPolicies", "certificateAuthorities"],
]);

const isBeside = (key: string) => OF_RESOURCES.has(key) || key.startsWith("__");

/** Whether a value is hidden that the judge reads. */
export const isUnreadable = (module: GuardModule, values: Props): boolean =>
  Object.entries(values).some(([key, value]) => MODULES[module][key] === "read" && isHidden(value));

/** Settings of which nobody has said what they are to the judge: each may be what keeps clients out. */
export function unclassifiedIn(module: GuardModule, values: Props): readonly Setting[] {
  const settings = Object.entries(values).filter(([key]) => !isBeside(key));
  return withoutWord(Object.fromEntries(settings), MODULES[module]);
}
