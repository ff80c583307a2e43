import type { GuardModule, ModuleArgs } from "../../../policy/guards";
import { isHidden } from "../account";
import type { Props } from "../preview";

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

/** Settings that this version does not know: each may be what blocks clients. */
export const unknownSettingsIn = (module: GuardModule, values: Props): readonly string[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null || OF_RESOURCES.has(key) || key.startsWith("__")
      ? []
      : roleOf(module, key) === undefined
        ? [key]
        : [],
  );
