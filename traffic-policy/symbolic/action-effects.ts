import type { Fields } from "../actions/fields";
import { isInterpolated } from "../language/interpolation";
import { type Config, everyOne, isUnknown } from "./action-config";
import type { ActionEffect, HeaderChange, Requirement, Session, TokenPlace } from "./policy-reading";

type Reader = (config: Config) => ActionEffect | undefined;

/** Whether later rules run though the action has failed. */
function goesOnIn(config: Config, otherwise: "halt" | "continue"): boolean | undefined {
  const given = config.plain("on_error", otherwise);
  return given === "halt" || given === "continue" ? given === "continue" : undefined;
}

/** Names that are filled in for each request may be any. */
const headersIn = (changes: readonly HeaderChange[]): ActionEffect => ({
  effect: "changes",
  what: "headers",
  sets: changes.some(({ name }) => isInterpolated(name) || isUnknown(name))
    ? undefined
    : // The service neither adds nor removes this one.
      changes.filter(({ name }) => name !== "user-agent"),
});

/** Reads what a guard asks of clients; undefined for what is not understood. */
type RequirementReader = (config: Config) => Requirement | undefined;

const signOn =
  (asks: "oauth" | "openid-connect", key: string): RequirementReader =>
  (config) => {
    const by = config.text(key);
    const clientId = config.text("client_id");
    if (by === undefined || (config.has("client_id") && clientId === undefined)) return undefined;
    return {
      asks,
      by,
      ...(clientId && { clientId }),
      passesPreflight: config.flag("allow_cors_preflight", false),
    };
  };

const STRATEGIES: Readonly<Record<string, "of an authority" | "any" | "if there is one">> = {
  "require-and-verify": "of an authority",
  "require-any": "any",
  request: "if there is one",
};

const validated: RequirementReader = (config) => {
  const values = (key: string) =>
    config
      .below(key)
      ?.each("allow_list")
      ?.map((item) => item.text("value"));
  const [issuers, audiences] = [
    everyOne(values("issuer") ?? [undefined]),
    everyOne(values("audience") ?? [undefined]),
  ];
  const jws = config.below("jws");
  const algorithms = jws?.texts("allowed_algorithms");
  const keys = jws?.below("keys")?.below("sources")?.texts("additional_jkus");
  const tokens = everyOne(
    (config.below("http")?.each("tokens") ?? []).map((token) => {
      const [method, name] = [token.text("method"), token.text("name")];
      const isKnown = (method?.text === "header" || method?.text === "body") && name && !name.isFilledIn;
      const form = [token.text("type")?.text, token.text("prefix")?.text];
      return isKnown ? { place: `${method.text} ${name.text.toLowerCase()}`, form } : undefined;
    }),
  );
  if (!issuers?.length || !audiences || !algorithms?.length || !keys || !tokens?.length) return undefined;
  const forms = Map.groupBy(tokens, ({ place }) => place);
  const places = [...forms.keys()].sort().map((place): TokenPlace => {
    const there = forms.get(place) ?? [];
    return { place, form: [...new Set(there.map(({ form }) => JSON.stringify(form)))].sort().join() };
  });
  return { asks: "jwt", issuers, audiences, algorithms, tokens: places, keys };
};

const GUARDS: Readonly<Record<string, RequirementReader>> = {
  "basic-auth": (config) => {
    const credentials = config.texts("credentials");
    return credentials && { asks: "password", credentials };
  },
  "jwt-validation": validated,
  oauth: signOn("oauth", "provider"),
  "openid-connect": signOn("openid-connect", "issuer_url"),
  "restrict-ips": (config) => {
    const [allow, deny, ipPolicies] = [
      config.texts("allow"),
      config.texts("deny"),
      config.texts("ip_policies"),
    ];
    return allow && deny && ipPolicies ? { asks: "address", allow, deny, ipPolicies } : undefined;
  },
  "terminate-tls": (config) => {
    const authorities = config.texts("mutual_tls_certificate_authorities");
    const strategy = config.plain("mutual_tls_verification_strategy", "require-and-verify");
    const [lowest, highest] = [config.plain("min_version", "1.2"), config.plain("max_version", "1.3")];
    const isMutual =
      config.has("mutual_tls_certificate_authorities") || config.has("mutual_tls_verification_strategy");
    const certificate = isMutual ? STRATEGIES[strategy ?? ""] : undefined;
    if (!authorities || lowest === undefined || highest === undefined) return undefined;
    if (isMutual && certificate === undefined) return undefined;
    return { asks: "tls", lowest, highest, authorities, certificate };
  },
  "verify-webhook": (config) => {
    const [provider, secret] = [config.text("provider"), config.text("secret")];
    return provider && secret ? { asks: "signature", provider, secret } : undefined;
  },
};

const EFFECTS: Readonly<Record<string, Reader>> = {
  "add-headers": (config) => headersIn(config.below("headers")?.pairs() ?? []),
  "ai-gateway": (config) => {
    const goesOn = goesOnIn(config, "halt");
    return goesOn === undefined ? undefined : { effect: "hands over", goesOn };
  },
  "close-connection": () => ({ effect: "refuses" }),
  "custom-response": (config) => ({ effect: "answers", status: config.number("status_code", 200) }),
  deny: () => ({ effect: "refuses" }),
  "forward-internal": (config) => {
    const [url, goesOn] = [config.text("url"), goesOnIn(config, "halt")];
    return url && goesOn !== undefined ? { effect: "forwards", url, goesOn } : undefined;
  },
  "http-request": (config) => {
    const goesOn = goesOnIn(config, "continue");
    return goesOn === undefined ? undefined : { effect: "changes", what: "results", goesOn };
  },
  redirect: (config) => {
    const [from, to] = [config.plain("from", ""), config.plain("to", "")];
    if (from === undefined || to === undefined || to === "") return undefined;
    return { effect: "redirects", from: config.has("from") ? from : undefined, to };
  },
  "remove-headers": (config) => {
    const names = config.texts("headers") ?? [];
    return headersIn(names.map(({ text }) => ({ name: text.toLowerCase(), value: null })));
  },
  "set-vars": (config) => ({ effect: "changes", what: "vars", sets: config.named("vars") }),
  "url-rewrite": (config) => {
    const [from, to] = [config.plain("from", ""), config.plain("to", "")];
    const rewrite = from === undefined || to === undefined ? undefined : { from: from || undefined, to };
    return { effect: "changes", what: "url", rewrite };
  },
};

const sessionIn = (config: Config): Session => ({
  longest: config.text("max_session_duration"),
  idle: config.text("idle_session_timeout") ?? config.text("idle_session_duration"),
});

/** What an action means; undefined where its configuration is not understood. Actions not listed decide nothing. */
export function effectOf(type: string, config: Config, fields: Fields): ActionEffect | undefined {
  const read = Object.hasOwn(EFFECTS, type) ? EFFECTS[type] : undefined;
  const guard = Object.hasOwn(GUARDS, type) ? GUARDS[type] : undefined;
  if (guard === undefined) return read ? read(config) : { effect: "none" };
  const requires = guard(config);
  if (requires === undefined) return undefined;
  const isEnforced = config.flag("enforce", true);
  // Where a guard has no such key, as others have, it may count or not.
  const isTold = isEnforced === true || Object.hasOwn(fields, "enforce");
  const unknown = config.unknownIn(fields).filter((path) => path !== "enforce");
  return {
    effect: "guards",
    requires,
    isEnforced: isTold ? isEnforced : undefined,
    ...(unknown.length > 0 && { unknown }),
    ...("passesPreflight" in requires && { session: sessionIn(config) }),
  };
}
