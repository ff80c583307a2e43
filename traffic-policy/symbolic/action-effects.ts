import { type Action, defaultOf, type Effect, type GuardKind } from "../actions/actions";
import { isInterpolated } from "../language/interpolation";
import { type Config, everyOne, isUnknown } from "./action-config";
import type { ActionEffect, HeaderChange, Requirement, Session, TokenPlace } from "./policy-reading";

type Reader = (config: Config) => ActionEffect | undefined;

/** True if later rules run though an action of the type has failed. */
function goesOnIn(config: Config, type: string): boolean | undefined {
  const given = config.plain("on_error", String(defaultOf(type, "on_error")));
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

const tlsDefault = (key: string) => String(defaultOf("terminate-tls", key));

const GUARDS: Readonly<Record<GuardKind, RequirementReader>> = {
  password: (config) => {
    const credentials = config.texts("credentials");
    return credentials && { asks: "password", credentials };
  },
  jwt: validated,
  oauth: signOn("oauth", "provider"),
  "openid-connect": signOn("openid-connect", "issuer_url"),
  address: (config) => {
    const [allow, deny, ipPolicies] = [
      config.texts("allow"),
      config.texts("deny"),
      config.texts("ip_policies"),
    ];
    return allow && deny && ipPolicies ? { asks: "address", allow, deny, ipPolicies } : undefined;
  },
  tls: (config) => {
    const authorities = config.texts("mutual_tls_certificate_authorities");
    const strategy = config.plain(
      "mutual_tls_verification_strategy",
      tlsDefault("mutual_tls_verification_strategy"),
    );
    const [lowest, highest] = ["min_version", "max_version"].map((key) => config.plain(key, tlsDefault(key)));
    const isMutual =
      config.has("mutual_tls_certificate_authorities") || config.has("mutual_tls_verification_strategy");
    const certificate = isMutual ? STRATEGIES[strategy ?? ""] : undefined;
    if (!authorities || lowest === undefined || highest === undefined) return undefined;
    if (isMutual && certificate === undefined) return undefined;
    return { asks: "tls", lowest, highest, authorities, certificate };
  },
  signature: (config) => {
    const [provider, secret] = [config.text("provider"), config.text("secret")];
    return provider && secret ? { asks: "signature", provider, secret } : undefined;
  },
};

/** Reads the effects of actions that are no guards; undefined where the configuration is not understood. */
const EFFECTS: Readonly<Record<Exclude<Effect["is"], "guards" | "changes">, Reader>> = {
  answers: (config) => ({ effect: "answers", status: config.number("status_code", STATUS) }),
  forwards: (config) => {
    const [url, goesOn] = [config.text("url"), goesOnIn(config, "forward-internal")];
    return url && goesOn !== undefined ? { effect: "forwards", url, goesOn } : undefined;
  },
  "hands over": (config) => {
    const goesOn = goesOnIn(config, "ai-gateway");
    return goesOn === undefined ? undefined : { effect: "hands over", goesOn };
  },
  "may refuse": () => ({ effect: "none" }),
  none: () => ({ effect: "none" }),
  redirects: (config) => {
    const [from, to] = [config.plain("from", ""), config.plain("to", "")];
    if (from === undefined || to === undefined || to === "") return undefined;
    return { effect: "redirects", from: config.has("from") ? from : undefined, to };
  },
  refuses: () => ({ effect: "refuses" }),
};

const STATUS = Number(defaultOf("custom-response", "status_code"));

const CHANGES: Readonly<Record<Extract<Effect, { is: "changes" }>["what"], Reader>> = {
  headers: (config) => headersIn(config.below("headers")?.pairs() ?? []),
  "removed headers": (config) => {
    const names = config.texts("headers") ?? [];
    return headersIn(names.map(({ text }) => ({ name: text.toLowerCase(), value: null })));
  },
  results: (config) => {
    const goesOn = goesOnIn(config, "http-request");
    return goesOn === undefined ? undefined : { effect: "changes", what: "results", goesOn };
  },
  url: (config) => {
    const [from, to] = [config.plain("from", ""), config.plain("to", "")];
    const rewrite = from === undefined || to === undefined ? undefined : { from: from || undefined, to };
    return { effect: "changes", what: "url", rewrite };
  },
  vars: (config) => ({ effect: "changes", what: "vars", sets: config.named("vars") }),
};

const sessionIn = (config: Config): Session => ({
  longest: config.text("max_session_duration"),
  idle: config.text("idle_session_timeout") ?? config.text("idle_session_duration"),
});

/** What an action means; undefined where its configuration is not understood. */
export function effectOf({ effect, config: fields }: Action, config: Config): ActionEffect | undefined {
  if (effect.is === "changes") return CHANGES[effect.what](config);
  if (effect.is !== "guards") return EFFECTS[effect.is](config);
  const requires = GUARDS[effect.by](config);
  if (requires === undefined) return undefined;
  const isEnforced = config.flag("enforce", true);
  // Where a guard has no such key, as others have, it may count or not.
  const isTold = isEnforced === true || Object.hasOwn(fields ?? {}, "enforce");
  const unknown = config.unknownIn(fields ?? {}).filter((path) => path !== "enforce");
  return {
    effect: "guards",
    requires,
    isEnforced: isTold ? isEnforced : undefined,
    ...(unknown.length > 0 && { unknown }),
    ...("passesPreflight" in requires && { session: sessionIn(config) }),
  };
}
