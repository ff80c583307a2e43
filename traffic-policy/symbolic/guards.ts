import { createHash } from "node:crypto";
import { type Action, actionNamed, defaultOf, type Effect, type GuardKind } from "../actions/actions";
import type { Field, Fields } from "../actions/fields";
import { fillIn, interpolationsIn, isInterpolated } from "../language/interpolation";
import { canonicalCel, constantText, parseCel } from "../language/parse";
import { FORMER_PHASES, PHASE_NAMES, type PhaseName } from "../language/phases";
import { type Leaf, type Mapping, type Path, readPolicy, type Tree } from "../language/policy";
import { type Condition, type Constant, readCondition } from "./conditions";

export { secondsOf } from "../actions/fields";
export { interpolationsIn } from "../language/interpolation";
export { finds } from "../language/patterns";
export { canonicalUrl } from "../language/urls";
export { isSecretPlace, secretPaths } from "../references/secrets";
export {
  BODY_LENGTH,
  type Condition,
  type Constant,
  fillOf,
  readCondition,
  type Test,
} from "./conditions";

/** The name below `actions.ngrok` of what an action leaves for later expressions. */
export const resultNameOf = (type: string): string | undefined => actionNamed(type)?.result?.name;

/** Yes, no, or undefined where the policy does not tell. */
type Tri = boolean | undefined;

/**
 * A text of a configuration. It is the value itself unless `isFilledIn` says that the service fills it in for each
 * request or from a vault, or that it is not known yet.
 */
export interface ConfiguredText {
  readonly text: string;
  readonly isFilledIn: boolean;
}

/** What a guard asks of clients. */
export type Requirement =
  | {
      readonly asks: "address";
      readonly allow: readonly ConfiguredText[];
      readonly deny: readonly ConfiguredText[];
      /** Ids of IP policies. */
      readonly ipPolicies: readonly ConfiguredText[];
    }
  /** Pairs of user name and password: never to be shown. */
  | { readonly asks: "password"; readonly credentials: readonly ConfiguredText[] }
  | {
      readonly asks: "oauth" | "openid-connect";
      /** The provider's name, or the URL of the issuer. */
      readonly by: ConfiguredText;
      /** Id of an application of one's own at the provider. */
      readonly clientId?: ConfiguredText;
      /** CORS preflight requests pass without it. */
      readonly passesPreflight: Tri;
    }
  | {
      readonly asks: "jwt";
      readonly issuers: readonly ConfiguredText[];
      /** None: a token for anybody passes. */
      readonly audiences: readonly ConfiguredText[];
      readonly algorithms: readonly ConfiguredText[];
      /** What all has to hold such a token, each place once. */
      readonly tokens: readonly TokenPlace[];
      /** URLs of key sets. */
      readonly keys: readonly ConfiguredText[];
    }
  | { readonly asks: "signature"; readonly provider: ConfiguredText; readonly secret: ConfiguredText }
  | {
      readonly asks: "tls";
      readonly lowest: string;
      readonly highest: string;
      /** Ids or certificates in PEM of who may have signed client certificates. */
      readonly authorities: readonly ConfiguredText[];
      /** What is asked of clients; undefined without mutual TLS. */
      readonly certificate: "of an authority" | "any" | "if there is one" | undefined;
    };

/** A place of the request that has to hold a token. */
export interface TokenPlace {
  /** Such as `header authorization`. */
  readonly place: string;
  /** Identifies the types of the tokens there, and what stands before them. */
  readonly form: string;
}

/** A variable and the text that it gets; undefined for a value of another kind, which `constant` has if it is written out. */
export interface VariableValue {
  readonly name: string;
  readonly value: ConfiguredText | undefined;
  readonly constant?: Constant;
}

/** A header, by its name in lower case, that gets one more value or is removed. */
export interface HeaderChange {
  readonly name: string;
  /** Null where it is removed; undefined for a value of another kind than a text. */
  readonly value: ConfiguredText | null | undefined;
}

/** The texts by which URLs are rewritten. */
export interface Rewrite {
  /** A pattern of RE2 that is looked for in the whole URL; undefined for one that any URL becomes `to`. */
  readonly from: string | undefined;
  readonly to: string;
}

/** How long a session lasts, as lengths of time such as `8h`; undefined for what is not said. */
export interface Session {
  readonly longest: ConfiguredText | undefined;
  readonly idle: ConfiguredText | undefined;
}

/** What an action means for who gets through. */
export type ActionEffect =
  /** Lets through whoever meets the requirement; the others as well unless it is enforced. */
  | {
      readonly effect: "guards";
      readonly requires: Requirement;
      readonly isEnforced: Tri;
      /** Settings that this version does not know: whom they let in nobody can tell. */
      readonly unknown?: readonly string[];
      /** How long sessions last that a sign-on begins. */
      readonly session?: Session;
    }
  /** Ends the request: `refuses` by deny and close-connection, `answers` by custom-response with a status. */
  | { readonly effect: "refuses" }
  | { readonly effect: "answers"; readonly status: number | undefined }
  /** Sends the client elsewhere if the URL matches `from`; without it always. */
  | { readonly effect: "redirects"; readonly from: string | undefined; readonly to: string }
  /** Hands the request to an internal endpoint. `goesOn` if there is none: the rules after it run. */
  | { readonly effect: "forwards"; readonly url: ConfiguredText; readonly goesOn: boolean }
  /** Sends the request to another service, which answers it. */
  | { readonly effect: "hands over"; readonly goesOn: boolean }
  /** Changes what later expressions read. */
  /** Adds and removes headers, in their order; undefined for names that are not understood. */
  | {
      readonly effect: "changes";
      readonly what: "headers";
      readonly sets: readonly HeaderChange[] | undefined;
    }
  /** Results of a request that it sends itself. If that fails, the rules after it run where it `goesOn`. */
  | { readonly effect: "changes"; readonly what: "results"; readonly goesOn: boolean }
  /** Gives the request another URL; `rewrite` is undefined where the texts are filled in for each request. */
  | { readonly effect: "changes"; readonly what: "url"; readonly rewrite: Rewrite | undefined }
  /** Sets variables, in their order; undefined for names or values that are not understood. */
  | { readonly effect: "changes"; readonly what: "vars"; readonly sets: readonly VariableValue[] | undefined }
  | { readonly effect: "none" }
  /**
   * Anything may become of the request: the action, or its configuration, is not understood. `isHidden`: it is not known
   * yet, or a preview masks it; it may then stand for several actions or rules.
   */
  | { readonly effect: "unknown"; readonly why: string; readonly isHidden?: true };

export type GuardAction = ActionEffect & {
  /** The type as the policy names it. */
  readonly type: string;
  readonly index: number;
  /** Equal for actions of one type with equal configurations. */
  readonly content: string;
  /** The expressions that its configuration is filled in with. */
  readonly reads: readonly string[];
};

/** A rule of a policy, as far as it decides who gets through. */
export interface GuardRule {
  readonly phase: PhaseName;
  /** Place in its phase, from 0. */
  readonly index: number;
  readonly name?: string;
  /** All of them have to hold. */
  readonly conditions: readonly Condition[];
  readonly actions: readonly GuardAction[];
  /** Equal for rules that say the same, whatever they are named. */
  readonly content: string;
}

/** A traffic policy as it decides who gets through. */
export interface GuardReading {
  /** The rules of all phases, in the order in which they run. */
  readonly rules: readonly GuardRule[];
  /** What may make the service read the policy in another way, or refuse it. */
  readonly doubts: readonly string[];
}

/** Policies with more rules are not taken apart. */
const MOST_RULES = 2000;
const MOST_ACTIONS = 10_000;

/**
 * Reads a policy, an object or text in JSON or YAML, for who gets through. Pure data: nothing is looked up. Takes time
 * linear in its size. Undefined for one that cannot be read, or has more than 2,000 rules or 10,000 actions.
 */
export function readGuards(policy: unknown): GuardReading | undefined {
  const { tree, findings } = readPolicy(policy);
  if (tree === undefined) return findings.length === 0 ? { rules: [], doubts: [] } : undefined;
  const reader = new GuardReader(findings.map(({ reason }) => `the policy ${reason}`));
  return reader.read(tree);
}

class GuardReader {
  private readonly contents = new Map<Tree, string>();
  private readonly reads = new Map<Tree, ReadonlySet<string>>();
  private actionCount = 0;

  constructor(private readonly doubts: string[]) {}

  read(tree: Tree): GuardReading | undefined {
    if (tree.kind === "leaf" && tree.value === null) return { rules: [], doubts: this.doubts };
    if (tree.kind !== "map") return undefined;
    const phases = new Map<PhaseName, GuardRule[]>();
    for (const [key, rules] of tree.entries) {
      const phase = PHASE_NAMES.find((name) => name === key) ?? FORMER_PHASES.get(key);
      if (phase === undefined) {
        if (key !== "on_event_destination") this.doubt(`has the phase ${shown(key)}, which is not known`);
        continue;
      }
      if (phases.has(phase)) this.doubt(`has the phase ${phase} twice`);
      phases.set(phase, this.rulesIn(phase, rules));
    }
    const rules = PHASE_NAMES.flatMap((phase) => phases.get(phase) ?? []);
    if (rules.length > MOST_RULES || this.actionCount > MOST_ACTIONS) return undefined;
    return { rules, doubts: this.doubts };
  }

  private doubt(what: string): void {
    if (this.doubts.length < 20) this.doubts.push(`the policy ${what}`);
  }

  private rulesIn(phase: PhaseName, tree: Tree): GuardRule[] {
    const path: Path = [phase];
    if (isHidden(tree)) return [this.hiddenRule(phase, 0, tree)];
    const rules = this.itemsIn(tree, path).slice(0, MOST_RULES + 1);
    return rules.map((rule, index) => this.rule(phase, index, rule));
  }

  private rule(phase: PhaseName, index: number, tree: Tree): GuardRule {
    const path: Path = [phase, index];
    if (isHidden(tree)) return this.hiddenRule(phase, index, tree);
    const entries: Mapping["entries"] = tree.kind === "map" ? tree.entries : new Map();
    if (tree.kind !== "map") this.doubt(`has no rule at ${spelled(path)}`);
    const name = entries.get("name");
    const expressions = this.partsIn(entries.get("expressions"), [...path, "expressions"]);
    const given = entries.get("actions");
    const actions = this.partsIn(given, [...path, "actions"]);
    if (actions.length === 0) this.doubt(`has no actions at ${spelled(path)}`);
    const label = name === undefined ? undefined : textOf(name);
    return {
      phase,
      index,
      ...(label !== undefined && { name: label }),
      conditions: expressions.map((expression) => this.condition(expression)),
      actions: actions.map((action, at) => this.action(phase, action, at)),
      content: this.contentOf({
        kind: "list",
        items: [
          { kind: "list", items: expressions },
          { kind: "list", items: actions },
        ],
      }),
    };
  }

  /** Any number of rules, of which nobody knows what they do. */
  private hiddenRule(phase: PhaseName, index: number, tree: Tree): GuardRule {
    const content = this.contentOf(tree);
    return { phase, index, conditions: [], actions: [this.action(phase, tree, 0)], content };
  }

  private condition(tree: Tree): Condition {
    if (tree.kind === "leaf" && tree.tag === undefined) {
      // YAML reads a bare `true` as a bool.
      if (typeof tree.value === "boolean") return { kind: "constant", value: tree.value };
      const text = textOf(tree);
      if (text !== undefined && !isUnknown(text)) return readCondition(text);
    }
    const content = this.contentOf(tree);
    return { kind: "undecided", text: isHidden(tree) ? `${UNKNOWN_TEXT}${content}` : content, reads: [] };
  }

  private action(phase: PhaseName, tree: Tree, index: number): GuardAction {
    this.actionCount += 1;
    const content = this.contentOf(tree);
    const typeTree = tree.kind === "map" ? tree.entries.get("type") : undefined;
    const type = (typeTree && textOf(typeTree)) ?? "";
    const named = { type: isUnknown(type) ? "" : type, index, content, reads: [...this.readsOf(tree)] };
    const unknown = (why: string, hidden = false): GuardAction => ({
      ...named,
      effect: "unknown",
      why,
      ...(hidden && { isHidden: true }),
    });
    if (isHidden(tree) || isUnknown(type)) return unknown("it is hidden", true);
    if (tree.kind !== "map" || type === "") return unknown("it has no type");
    const known = actionNamed(type);
    if (known === undefined) return unknown("its type is not known");
    if (!known.phases.includes(phase)) return unknown(`the phase ${phase} does not take it`);
    const config = tree.entries.get("config");
    const isEmpty = config === undefined || (config.kind === "leaf" && config.value === null);
    if (!isEmpty && config.kind !== "map") return unknown("its configuration is not known", isHidden(config));
    const values = isEmpty ? new Map<string, Tree>() : (config as Mapping).entries;
    const effect = effectOf(known, new Config(values));
    return effect === undefined ? unknown("its configuration is not understood") : { ...named, ...effect };
  }

  private readsOf(tree: Tree): ReadonlySet<string> {
    const found = this.reads.get(tree);
    if (found !== undefined) return found;
    const parts = tree.kind === "list" ? tree.items : tree.kind === "map" ? [...tree.entries.values()] : [];
    const text = tree.kind === "leaf" && typeof tree.value === "string" ? tree.value : "";
    const own = interpolationsIn(text).map(({ expression }) => expression);
    const reads = new Set([...own, ...parts.flatMap((part) => [...this.readsOf(part)])]);
    this.reads.set(tree, reads);
    return reads;
  }

  /** The items of a list; what is hidden as a whole counts as one. */
  private partsIn(tree: Tree | undefined, path: Path): readonly Tree[] {
    return tree !== undefined && isHidden(tree) ? [tree] : this.itemsIn(tree, path);
  }

  private itemsIn(tree: Tree | undefined, path: Path): readonly Tree[] {
    if (tree === undefined || (tree.kind === "leaf" && tree.value === null)) return [];
    if (tree.kind === "list") return tree.items;
    this.doubt(`has no list at ${spelled(path)}`);
    return [];
  }

  /** Identifies a part of a policy by its meaning: keys in any order. What aliases refer to is read once. */
  private contentOf(tree: Tree): string {
    const found = this.contents.get(tree);
    if (found !== undefined) return found;
    const hash = createHash("sha256");
    if (tree.kind === "list") hash.update(`[${tree.items.map((item) => this.contentOf(item)).join()}]`);
    else if (tree.kind === "map") {
      const entries = [...tree.entries].sort(([one], [other]) => (one < other ? -1 : 1));
      hash.update(
        `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${this.contentOf(item)}`).join()}}`,
      );
    } else hash.update(tree.kind === "leaf" ? `${typeof tree.value} ${String(tree.value)}` : "opaque");
    const content = hash.digest("base64url").slice(0, 22);
    this.contents.set(tree, content);
    return content;
  }
}

/** What stands for a value that is not known yet, or that a preview masks, begins with this. */
export const UNKNOWN_TEXT = "\u0000";

const isUnknown = (text: string) => text.startsWith(UNKNOWN_TEXT);

/** Whether nobody knows what stands here: it may be anything, and is never taken for nothing. */
const isHidden = (tree: Tree): boolean =>
  tree.kind === "leaf" && typeof tree.value === "string" && isUnknown(tree.value);

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}...` : text);

const spelled = (path: Path) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .slice(1);

/** Text of a leaf; YAML without quotes is text wherever text is wanted. */
function textOf(tree: Tree): string | undefined {
  if (tree.kind !== "leaf") return undefined;
  if (typeof tree.value === "string") return tree.value;
  return tree.value === null ? undefined : (tree.plain ?? undefined);
}

/** The configuration of an action. Its readers give undefined for what cannot be understood. */
class Config {
  constructor(private readonly entries: Mapping["entries"]) {}

  private value(key: string): Tree | undefined {
    const tree = this.entries.get(key);
    return tree === undefined || isNull(tree) ? undefined : tree;
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  /** A text; `otherwise` where it is not given. */
  plain(key: string, otherwise: string): string | undefined {
    const tree = this.value(key);
    if (tree?.kind === "leaf" && typeof tree.value === "number") return tree.plain ?? String(tree.value);
    return tree === undefined ? otherwise : textOf(tree);
  }

  text(key: string): ConfiguredText | undefined {
    const tree = this.value(key);
    return tree && configured(tree);
  }

  texts(key: string): readonly ConfiguredText[] | undefined {
    const tree = this.value(key);
    if (tree === undefined) return [];
    return tree.kind === "list" ? everyOne(tree.items.map(configured)) : undefined;
  }

  /** True or false as given, `otherwise` where nothing is; undefined for anything else. */
  flag(key: string, otherwise: boolean): Tri {
    const tree = this.value(key);
    if (tree === undefined) return otherwise;
    return tree.kind === "leaf" && typeof tree.value === "boolean" ? tree.value : undefined;
  }

  number(key: string, otherwise: number): number | undefined {
    const tree = this.value(key);
    if (tree === undefined) return otherwise;
    return tree.kind === "leaf" && typeof tree.value === "number" ? tree.value : undefined;
  }

  below(key: string): Config | undefined {
    const tree = this.value(key);
    if (tree === undefined) return new Config(new Map());
    return tree.kind === "map" ? new Config(tree.entries) : undefined;
  }

  /** Texts by names, in lower case. */
  pairs(): readonly HeaderChange[] {
    return [...this.entries].map(([name, tree]) => {
      const isText = tree.kind === "leaf" && typeof tree.value === "string";
      return { name: name.toLowerCase(), value: isText ? configured(tree) : undefined };
    });
  }

  /** A list of maps of one name each. */
  named(key: string): readonly VariableValue[] | undefined {
    const maps = this.each(key)?.map(({ entries }): VariableValue | undefined => {
      const [[name, tree] = [], more] = entries;
      if (name === undefined || tree === undefined || more !== undefined) return undefined;
      // In a text, whether a number is spelled as it is written is not told.
      const isText = tree.kind === "leaf" && typeof tree.value === "string";
      const constant = isText ? undefined : constantOf(tree);
      return {
        name,
        value: isText ? configured(tree) : undefined,
        ...(constant !== undefined && { constant }),
      };
    });
    return maps && everyOne(maps);
  }

  /** Paths of settings that are not among the fields, at any depth. */
  unknownIn(fields: Fields): readonly string[] {
    return [...this.entries].flatMap(([key, tree]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return field === undefined ? (isNull(tree) ? [] : [key]) : unknownBelow(field, tree, key);
    });
  }

  each(key: string): readonly Config[] | undefined {
    const tree = this.value(key);
    if (tree === undefined) return [];
    if (tree.kind !== "list") return undefined;
    return everyOne(tree.items.map((item) => (item.kind === "map" ? new Config(item.entries) : undefined)));
  }
}

/** The value that is written out; undefined for one that the service fills in, or that is not understood. */
function constantOf(tree: Tree): Constant | undefined {
  if (tree.kind === "list") return everyOne(tree.items.map(constantOf));
  if (tree.kind !== "leaf" || tree.tag !== undefined) return undefined;
  const { value } = tree;
  if (typeof value === "string") return configuredText(value).isFilledIn ? undefined : value;
  return value === null || typeof value === "boolean" || Number.isSafeInteger(value)
    ? (value as Constant)
    : undefined;
}

function unknownBelow(field: Field, tree: Tree, path: string): readonly string[] {
  if (field.kind === "object" && tree.kind === "map")
    return new Config(tree.entries).unknownIn(field.fields).map((below) => `${path}.${below}`);
  if (field.kind === "list" && tree.kind === "list")
    return tree.items.flatMap((item, at) => unknownBelow(field.item, item, `${path}[${at}]`));
  return [];
}

const isNull = (tree: Tree): boolean => tree.kind === "leaf" && (tree as Leaf).value === null;

function configured(tree: Tree): ConfiguredText | undefined {
  const text = textOf(tree);
  return text === undefined ? undefined : configuredText(text);
}

export function configuredText(given: string): ConfiguredText {
  const text = withConstants(given);
  return { text, isFilledIn: isInterpolated(text) || isUnknown(text) };
}

/** A text with what its expressions give whatever the request is; the others are spelled in one way. */
function withConstants(text: string): string {
  if (interpolationsIn(text).some(({ open }) => open)) return text;
  return fillIn(text, (expression) => {
    const ast = parseCel(expression);
    return constantText(expression) ?? `\${${ast === undefined ? expression : canonicalCel(ast)}}`;
  });
}

function everyOne<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  return items.includes(undefined) ? undefined : (items as readonly T[]);
}

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

const tlsDefault = (key: string) => String(defaultOf("terminate-tls", key));

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
function effectOf({ effect, config: fields }: Action, config: Config): ActionEffect | undefined {
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
