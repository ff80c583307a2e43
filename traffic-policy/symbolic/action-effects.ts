import type { Action, Effect, GuardKind } from "../actions/actions";
import { isInterpolated } from "../language/interpolation";
import type { Mapping } from "../language/policy";
import { Config, ifAllDefined } from "./action-config";
import { isMaskedValue } from "./masking";
import type {
  ActionEffect,
  HeaderChange,
  Requirement,
  Rewrite,
  Session,
  TokenLocation,
} from "./policy-reading";

/** Returns undefined for an unsupported configuration. */
type EffectReader = (config: Config) => ActionEffect | undefined;
type RequirementReader = (config: Config) => Requirement | undefined;

/** True if the policy continues after an error, false if it halts; undefined for an unknown setting. */
function readOnError(config: Config): boolean | undefined {
  const onError = config.rawText("on_error");
  return onError === "halt" || onError === "continue" ? onError === "continue" : undefined;
}

/** The entries are undefined if a name is interpolated, because it can be any header. */
const headerChanges = (changes: readonly HeaderChange[]): ActionEffect => ({
  effect: "changes",
  target: "headers",
  entries: changes.some(({ name }) => isInterpolated(name) || isMaskedValue(name))
    ? undefined
    : // The service neither adds nor removes User-Agent.
      changes.filter(({ name }) => name !== "user-agent"),
});

const signInRequirement =
  (kind: "oauth" | "openid-connect", key: string): RequirementReader =>
  (config) => {
    const provider = config.text(key);
    const clientId = config.text("client_id");
    const allowsPreflight = config.flag("allow_cors_preflight");
    const isKnown = allowsPreflight !== undefined && (clientId !== undefined || !config.has("client_id"));
    return isKnown && provider ? { kind, provider, clientId, allowsPreflight } : undefined;
  };

const STRATEGIES: Readonly<Record<string, "verified" | "any" | "optional">> = {
  "require-and-verify": "verified",
  "require-any": "any",
  request: "optional",
};

const jwtRequirement: RequirementReader = (config) => {
  const readAllowList = (key: string) => {
    const items = config.child(key)?.children("allow_list");
    return items && ifAllDefined(items.map((item) => item.text("value")));
  };
  const issuers = readAllowList("issuer");
  const audiences = readAllowList("audience");
  const jws = config.child("jws");
  const algorithms = jws?.texts("allowed_algorithms");
  const keys = jws?.child("keys")?.child("sources")?.texts("additional_jkus");
  const tokens = ifAllDefined(
    (config.child("http")?.children("tokens") ?? []).map((token) => {
      const [method, name] = [token.text("method"), token.text("name")];
      const isKnown = (method?.text === "header" || method?.text === "body") && name && !name.isTemplate;
      const form = [token.text("type")?.text, token.text("prefix")?.text];
      return isKnown ? { location: `${method.text} ${name.text.toLowerCase()}`, form } : undefined;
    }),
  );
  if (!issuers?.length || !audiences || !algorithms?.length || !keys || !tokens?.length) return undefined;
  const groups = [...Map.groupBy(tokens, ({ location }) => location)].sort(([a], [b]) => (a < b ? -1 : 1));
  const locations = groups.map(([location, group]): TokenLocation => {
    const forms = new Set(group.map(({ form }) => JSON.stringify(form)));
    return { location, form: [...forms].sort().join() };
  });
  return { kind: "jwt", issuers, audiences, algorithms, tokens: locations, keys };
};

const GUARDS: Readonly<Record<GuardKind, RequirementReader>> = {
  password: (config) => {
    const credentials = config.texts("credentials");
    return credentials && { kind: "password", credentials };
  },
  jwt: jwtRequirement,
  oauth: signInRequirement("oauth", "provider"),
  "openid-connect": signInRequirement("openid-connect", "issuer_url"),
  address: (config) => {
    const [allow, deny] = [config.texts("allow"), config.texts("deny")];
    const ipPolicies = config.texts("ip_policies");
    return allow && deny && ipPolicies ? { kind: "address", allow, deny, ipPolicies } : undefined;
  },
  tls: (config) => {
    const authoritiesKey = "mutual_tls_certificate_authorities";
    const strategyKey = "mutual_tls_verification_strategy";
    const authorities = config.texts(authoritiesKey);
    const [minVersion, maxVersion] = [config.rawText("min_version"), config.rawText("max_version")];
    const isMutual = config.has(authoritiesKey) || config.has(strategyKey);
    const certificate = isMutual ? STRATEGIES[config.rawText(strategyKey) ?? ""] : undefined;
    if (!authorities || minVersion === undefined || maxVersion === undefined) return undefined;
    if (isMutual && certificate === undefined) return undefined;
    return { kind: "tls", minVersion, maxVersion, authorities, certificate };
  },
  signature: (config) => {
    const [provider, secret] = [config.text("provider"), config.text("secret")];
    return provider && secret ? { kind: "signature", provider, secret } : undefined;
  },
};

function readRewrite(config: Config): Rewrite | undefined {
  const [from, to] = [config.rawText("from"), config.rawText("to")];
  return from === undefined || to === undefined ? undefined : { from: from || undefined, to };
}

const EFFECTS: Readonly<Record<Exclude<Effect["kind"], "guards" | "changes">, EffectReader>> = {
  answers: (config) => ({ effect: "answers", status: config.number("status_code") }),
  forwards: (config) => {
    const [url, continuesOnError] = [config.text("url"), readOnError(config)];
    return url && continuesOnError !== undefined ? { effect: "forwards", url, continuesOnError } : undefined;
  },
  delegates: (config) => {
    const continuesOnError = readOnError(config);
    return continuesOnError === undefined ? undefined : { effect: "delegates", continuesOnError };
  },
  "may refuse": (config) => ({ effect: "none", mayRefuse: config.flag("enforce") ?? true }),
  none: () => ({ effect: "none" }),
  redirects: (config) => {
    const [rewrite, status] = [readRewrite(config), config.number("status_code")];
    return rewrite?.to ? { effect: "redirects", ...rewrite, status } : undefined;
  },
  refuses: (config) => ({ effect: "refuses", status: config.number("status_code") }),
};

const CHANGES: Readonly<Record<Extract<Effect, { kind: "changes" }>["target"], EffectReader>> = {
  headers: (config) => headerChanges(config.child("headers")?.headerValues() ?? []),
  "removed headers": (config) => {
    const names = config.texts("headers") ?? [];
    return headerChanges(names.map(({ text }) => ({ name: text.toLowerCase(), value: null })));
  },
  results: (config) => {
    const continuesOnError = readOnError(config);
    if (continuesOnError === undefined) return undefined;
    return { effect: "changes", target: "results", continuesOnError };
  },
  url: (config) => ({ effect: "changes", target: "url", rewrite: readRewrite(config) }),
  vars: (config) => ({ effect: "changes", target: "vars", entries: config.variableValues("vars") }),
};

const readSession = (config: Config): Session => ({
  maxDuration: config.text("max_session_duration"),
  idleTimeout: config.text("idle_session_timeout") ?? config.text("idle_session_duration"),
});

export function readEffect(
  { effect, config: fields }: Action,
  values: Mapping["entries"],
): ActionEffect | undefined {
  const config = new Config(values, fields ?? {});
  if (effect.kind === "changes") return CHANGES[effect.target](config);
  if (effect.kind !== "guards") return EFFECTS[effect.kind](config);
  const requires = GUARDS[effect.guard](config);
  // If an action has no documented `enforce`, the setting counts as unknown.
  const isEnforced = fields?.enforce === undefined || config.flag("enforce");
  if (requires === undefined || isEnforced === undefined) return undefined;
  const unknownSettings = config.unknownSettings();
  return {
    effect: "guards",
    requires,
    isEnforced,
    ...(unknownSettings.length > 0 && { unknownSettings }),
    // Only OAuth and OpenID Connect have sessions.
    ...("allowsPreflight" in requires && { session: readSession(config) }),
  };
}
