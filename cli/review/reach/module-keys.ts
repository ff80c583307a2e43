import type { GuardModule, ModuleArgs } from "../../../policy/guards";
import { isRecord } from "../../../provider/inspect";
import type { OAuthGitHubArgs } from "../../../sdk/resources";
import { isHidden } from "../account";
import type { Props } from "../preview";

/**
 * How a setting of a guard affects the verdict. `required`: it decides access, and the module can't be judged while the
 * value is hidden. `handled`: it decides access, and its reader copes with hidden values. `ignored`: no effect.
 */
type Role = "required" | "handled" | "ignored";

const SESSION = {
  enabled: "handled",
  optionsPassthrough: "required",
  cookiePrefix: "ignored",
  inactivityTimeout: "ignored",
  maximumDuration: "ignored",
} as const;

const MODULES: {
  readonly [Name in GuardModule]: { readonly [Key in keyof Required<ModuleArgs[Name]>]: Role };
} = {
  ipRestriction: { enabled: "handled", ipPolicyIds: "handled" },
  mutualTls: { enabled: "handled", certificateAuthorityIds: "handled" },
  tlsTermination: { enabled: "handled", terminateAt: "required", minVersion: "required" },
  oauth: { ...SESSION, provider: "handled", authCheckInterval: "ignored" },
  saml: {
    ...SESSION,
    idpMetadata: "required",
    authorizedGroups: "required",
    // These affect how users sign in, not who may.
    forceAuthn: "ignored",
    allowIdpInitiated: "ignored",
    nameidFormat: "ignored",
  },
  oidc: { ...SESSION, issuer: "required", clientId: "required", clientSecret: "ignored", scopes: "ignored" },
  webhookVerification: { enabled: "handled", provider: "required", secret: "handled" },
  userAgentFilter: { enabled: "handled", allow: "required", deny: "required" },
  websocketTcpConverter: { enabled: "handled" },
  trafficPolicy: { enabled: "handled", value: "handled" },
};

/** Properties that a module has only as a resource of its own; none affects access. Two lists are spread to keep it short. */
const RESOURCE_KEYS: ReadonlySet<string> = new Set([
  ...["edgeId", "routeId", "adoptId", "adopted", "deleteOnDestroy", "description", "metadata"],
  ...["ipPolicies", "certificateAuthorities"],
]);

const roleOf = (module: GuardModule, key: string): Role | undefined =>
  (MODULES[module] as Readonly<Record<string, Role>>)[key];

/** True if the module can't be judged because a value is hidden. */
export const isUnreadable = (module: GuardModule, values: Props): boolean =>
  Object.entries(values).some(([key, value]) => roleOf(module, key) === "required" && isHidden(value));

const PROVIDER_KEYS: { readonly [Key in keyof Required<OAuthGitHubArgs>]: true } = {
  clientId: true,
  clientSecret: true,
  scopes: true,
  emailAddresses: true,
  emailDomains: true,
  teams: true,
  organizations: true,
};

/** Paths of settings that this version doesn't know, and that may therefore block clients. */
export function unknownSettingsIn(module: GuardModule, values: Props): readonly (readonly string[])[] {
  const isKnown = (key: string) =>
    // Internal properties in the state start with two underscores.
    RESOURCE_KEYS.has(key) || key.startsWith("__") || roleOf(module, key) !== undefined;
  const providers = Object.entries(module === "oauth" && isRecord(values.provider) ? values.provider : {});
  return [
    ...unknownKeys(isKnown, values).map((key) => [key]),
    ...providers.flatMap(([name, settings]) =>
      unknownKeys((key) => Object.hasOwn(PROVIDER_KEYS, key), isRecord(settings) ? settings : {}).map(
        (key) => ["provider", name, key],
      ),
    ),
  ];
}

const unknownKeys = (isKnown: (key: string) => boolean, values: Props): readonly string[] =>
  Object.keys(values).filter((key) => values[key] !== undefined && values[key] !== null && !isKnown(key));
