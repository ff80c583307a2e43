import type { GuardModule, ModuleArgs } from "../../../policy/guards";
import type { OAuthGitHubArgs } from "../../../sdk/resources";
import { isHidden } from "../account";
import { isRecord, type Props } from "../preview";

/**
 * What a setting of a guard means to the judge. `read`: it decides who is allowed, and the module cannot be judged while the
 * value is hidden. `found`: it decides too, and its reader copes with hidden values. `beside`: it decides nothing.
 */
type Role = "read" | "found" | "beside";

const SESSION = {
  enabled: "found",
  optionsPassthrough: "read",
  cookiePrefix: "beside",
  inactivityTimeout: "beside",
  maximumDuration: "beside",
} as const;

const MODULES: {
  readonly [Name in GuardModule]: { readonly [Key in keyof Required<ModuleArgs[Name]>]: Role };
} = {
  ipRestriction: { enabled: "found", ipPolicyIds: "found" },
  mutualTls: { enabled: "found", certificateAuthorityIds: "found" },
  tlsTermination: { enabled: "found", terminateAt: "read", minVersion: "read" },
  oauth: { ...SESSION, provider: "found", authCheckInterval: "beside" },
  saml: {
    ...SESSION,
    idpMetadata: "read",
    authorizedGroups: "read",
    // How a user signs in, not which one.
    forceAuthn: "beside",
    allowIdpInitiated: "beside",
    nameidFormat: "beside",
  },
  oidc: { ...SESSION, issuer: "read", clientId: "read", clientSecret: "beside", scopes: "beside" },
  webhookVerification: { enabled: "found", provider: "read", secret: "found" },
  userAgentFilter: { enabled: "found", allow: "read", deny: "read" },
  websocketTcpConverter: { enabled: "found" },
  trafficPolicy: { enabled: "found", value: "found" },
};

/** Inputs and outputs of modules that are resources of their own. Notes of the state begin with two underscores. */
const OF_RESOURCES: ReadonlySet<string> = new Set([
  ...["edgeId", "routeId", "adoptId", "adopted", "deleteOnDestroy", "description", "metadata"],
  ...["ipPolicies", "certificateAuthorities"],
]);

const roleOf = (module: GuardModule, key: string): Role | undefined =>
  (MODULES[module] as Readonly<Record<string, Role>>)[key];

/** True if a value is hidden that the judge reads. */
export const isUnreadable = (module: GuardModule, values: Props): boolean =>
  Object.entries(values).some(([key, value]) => roleOf(module, key) === "read" && isHidden(value));

/** The settings of a provider of the module `oauth`. */
const OF_PROVIDERS: { readonly [Key in keyof Required<OAuthGitHubArgs>]: true } = {
  clientId: true,
  clientSecret: true,
  scopes: true,
  emailAddresses: true,
  emailDomains: true,
  teams: true,
  organizations: true,
};

/** Paths of the settings that this version does not know: each may be what blocks clients. */
export function unknownSettingsIn(module: GuardModule, values: Props): readonly (readonly string[])[] {
  const isKnown = (key: string) =>
    OF_RESOURCES.has(key) || key.startsWith("__") || roleOf(module, key) !== undefined;
  const providers = Object.entries(module === "oauth" && isRecord(values.provider) ? values.provider : {});
  return [
    ...keysWithout(isKnown, values).map((key) => [key]),
    ...providers.flatMap(([name, settings]) =>
      keysWithout((key) => Object.hasOwn(OF_PROVIDERS, key), isRecord(settings) ? settings : {}).map(
        (key) => ["provider", name, key],
      ),
    ),
  ];
}

/** The keys that have a value and are not known. */
const keysWithout = (isKnown: (key: string) => boolean, values: Props): readonly string[] =>
  Object.keys(values).filter((key) => values[key] !== undefined && values[key] !== null && !isKnown(key));
