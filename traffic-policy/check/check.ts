import { ACTIONS, type Action } from "../actions/actions";
import { type Field, type Fields, type ListField, secondsOf, type TextField } from "../actions/fields";
import { interpolationsIn, isInterpolated, withPlaceholders } from "../language/interpolation";
import { nearest } from "../language/nearest";
import { Patterns } from "../language/patterns";
import {
  type Attachment,
  formerPhase,
  isOfProtocol,
  PHASE_NAMES,
  type PhaseName,
  whyNotTaken,
} from "../language/phases";
import {
  type Leaf,
  type Mapping,
  type Path,
  type ReadFinding,
  type Reading,
  readPolicy,
  readWithPlaces,
  type Tree,
} from "../language/policy";
import { type CelScope, celFindings } from "./expressions";

/** What is wrong with a policy. */
export interface PolicyFinding {
  /** An error: the service surely refuses it. Otherwise a warning: it may take it, or knows what this version does not. */
  readonly isError: boolean;
  /** Something that the types of this version lack. */
  readonly isUnknown?: true;
  readonly path: Path;
  /** Line of the text, counted from 1; undefined for objects. */
  readonly line: number | undefined;
  /** Why, without a value of the policy. */
  readonly reason: string;
  /** Number of the error with which the service refuses the policy; undefined if it may accept it. */
  readonly code?: number;
}

/** How many findings are told of one policy. */
const MOST_FINDINGS = 20;

/** How many values are looked at: aliases in YAML may have a short text stand for a great many. */
const MOST_VISITS = 1_000_000;

/**
 * Checks a policy, an object or text in YAML or JSON, against what is known of the service. Values that are unknown yet
 * pass. Pure; its time grows with the size of the policy and no faster.
 *
 * @param attachment - What the policy is attached to. Undefined while that is not known: its phases then are not compared
 *   with it.
 */
export function checkPolicy(policy: unknown, attachment?: Attachment): readonly PolicyFinding[] {
  return findingsIn(policy, { attachment, mustEnd: false });
}

/** The same for the policy of a cloud endpoint, which has nothing behind it: the policy has to end all traffic. */
export function checkEndpointPolicy(policy: unknown, attachment?: Attachment): readonly PolicyFinding[] {
  return findingsIn(policy, { attachment, mustEnd: true });
}

/** What is asked of a policy because of where it stands. */
interface Demands {
  readonly attachment: Attachment | undefined;
  /** Whether it has to end all traffic. */
  readonly mustEnd: boolean;
}

function findingsIn(policy: unknown, demands: Demands): readonly PolicyFinding[] {
  const found = findingsOf(readPolicy(policy), demands);
  // JSON is read faster without the places of its values, which only findings need.
  const isPlaced = typeof policy !== "string" || found.every(({ line }) => line !== undefined);
  const placed = isPlaced ? found : findingsOf(readWithPlaces(policy), demands);
  return placed.length > 0 ? placed : found;
}

function findingsOf(reading: Reading, demands: Demands): readonly PolicyFinding[] {
  const checker = new Checker(demands);
  if (reading.tree !== undefined) checker.policy(reading.tree);
  const unread = reading.findings.map((finding) => ({ ...finding, ...(finding.isError && { code: 2236 }) }));
  const found = [...unread, ...checker.findings].map(
    ({ offset, ...finding }: ReadFinding & Partial<Pick<Finding, "isUnknown" | "code">>) => ({
      ...finding,
      line: reading.lineOf(offset),
    }),
  );
  // Errors first: they are what has to be mended.
  const ordered = [...found.filter(({ isError }) => isError), ...found.filter(({ isError }) => !isError)];
  if (ordered.length <= MOST_FINDINGS) return ordered;
  const rest = ordered.length - MOST_FINDINGS;
  const more = {
    isError: false,
    path: [],
    line: undefined,
    reason: `has ${rest} more findings of this kind`,
  };
  return [...ordered.slice(0, MOST_FINDINGS), more];
}

interface Finding {
  readonly path: Path;
  readonly offset: number | undefined;
  readonly isError: boolean;
  readonly reason: string;
  readonly isUnknown?: true;
  readonly code?: number;
}

/** An action that users sign in by. */
interface SignIn {
  readonly rule: Path;
  /** Whether its rule runs for every request. */
  readonly always: boolean;
  /** Undefined where it is not known. */
  readonly authId: string | undefined;
}

/** Where a rule stands. */
interface RulePlace {
  readonly phase: PhaseName | undefined;
  readonly path: Path;
  /** Whether it runs for all traffic that gets to it. */
  readonly always: boolean;
}

/** A variable of the policy's own where a rule sets or names it. */
interface PlacedVariable {
  readonly name: string;
  readonly phase: PhaseName | undefined;
  readonly isSet: boolean;
  readonly tree: Tree;
  readonly path: Path;
}

class Checker {
  readonly findings: Finding[] = [];
  private visits = 0;
  private readonly patterns = new Patterns();
  private readonly signIns: SignIn[] = [];
  private readonly seenOnce = new Set<string>();
  /** Variables that rules set or name, in the order of the policy. */
  private readonly variables: PlacedVariable[] = [];
  /** Whether parts of the policy are not known yet, which may set variables. */
  private isPartial = false;
  /** Whether something that is not known may end all traffic. */
  private mayEnd = false;

  constructor(private readonly demands: Demands) {}

  policy(tree: Tree): void {
    if (tree.kind === "opaque") return;
    if (tree.kind === "leaf" && tree.value === null) return;
    if (tree.kind !== "map")
      return void this.error(
        tree,
        [],
        2236,
        `must be a map of phases such as on_http_request, not ${kindOf(tree)}`,
      );
    const ends = new Map([...tree.entries].map(([name, rules]) => this.phase(name, rules)));
    this.phasesAfter(tree, ends.get("on_tcp_connect"));
    this.variablesOfOthers();
    const isEnded = [...ends].some(([name, end]) => end !== undefined && name !== "on_http_response");
    if (this.demands.mustEnd && !this.mayEnd && !isEnded)
      this.warn(
        tree,
        [],
        `has no rule without expressions that ends with one of ${ENDS}: the service may refuse it for a cloud endpoint, which has nothing else to handle traffic`,
      );
  }

  /** The service keeps the variables of a phase to itself, and fails an expression that names one before it is set. */
  private variablesOfOthers(): void {
    if (this.isPartial) return;
    const known = new Set<string>();
    const sets = this.variables.filter(({ isSet }) => isSet);
    for (const { name, phase, isSet, tree, path } of this.variables) {
      const key = `${phase} ${name}`;
      if (isSet) known.add(key);
      else if (!known.has(key)) {
        const [other] = sets.filter((one) => one.name === name);
        const isLater = sets.some((one) => one.name === name && one.phase === phase);
        const where = isLater ? "later in the phase" : `in ${other?.phase} only, whose variables are its own`;
        if (other) this.warn(tree, path, `names the variable vars.${name}, which is set ${where}`);
      }
    }
  }

  /** What a phase that lets nobody through leaves to the others. */
  private phasesAfter({ entries }: Mapping, end: string | undefined): void {
    const name = "on_http_request";
    const rules = entries.get(name);
    if (end !== undefined && rules?.kind === "list" && rules.items.length > 0)
      this.warn(rules, [name], `is never reached: ${end} of on_tcp_connect takes every connection`);
  }

  /** The current name of a phase, and the action that ends it for all traffic. */
  private phase(name: string, rules: Tree): [phase: string, end: string | undefined] {
    const known = PHASE_NAMES.find((phase) => phase === name);
    const { attachment } = this.demands;
    const isHttp = attachment === undefined || isOfProtocol("on_http_request", attachment.protocol);
    const phase = known ?? formerPhase(name, isHttp);
    if (known === undefined) this.unknownPhase(name, phase, rules);
    const items = this.items(rules, [name], "rules", 2236);
    const isTaken = items.length === 0 || this.isTaken(phase, rules, [name]);
    this.mayEnd ||= phase === undefined || rules.kind === "opaque" || !isTaken;
    let end: { readonly action: string; readonly at: number } | undefined;
    for (const [at, rule] of items.entries()) {
      if (end?.at === at - 1)
        this.warn(rule, [name, at], `is never reached: ${end.action} of the rule before it ends the policy`);
      const action = this.rule(phase, rule, [name, at]);
      if (action !== undefined) end ??= { action, at };
    }
    return [phase ?? name, isTaken ? end?.action : undefined];
  }

  /** Whether the rules of a phase run where the policy stands; so they may, as long as it is not known where that is. */
  private isTaken(phase: PhaseName | undefined, tree: Tree, path: Path): boolean {
    const { attachment } = this.demands;
    const reason = phase && attachment && whyNotTaken(phase, attachment);
    if (reason !== undefined) this.warn(tree, path, reason);
    return reason === undefined;
  }

  /** The service refuses what is no phase; what looks like one may be one of a later version. */
  private unknownPhase(name: string, former: PhaseName | undefined, tree: Tree): void {
    if (former !== undefined)
      return void this.warn(tree, [name], `is an earlier name of the phase ${former}: use that`);
    const near = nearest(name, PHASE_NAMES);
    if (near === undefined && /^on_[a-z0-9_]+$/.test(name))
      return void this.unknown(
        tree,
        [name],
        `is a phase that this version does not know; known are ${PHASE_NAMES.join(", ")}`,
        2230,
      );
    const hint = near === undefined ? `known are ${PHASE_NAMES.join(", ")}` : `did you mean ${near}?`;
    this.error(tree, [name], 2230, `is no phase; ${hint}`);
  }

  /** The name of the action with which the rule ends the policy for all traffic. */
  private rule(phase: PhaseName | undefined, tree: Tree, path: Path): string | undefined {
    const rule = this.map(tree, path, "a rule: a map with actions", 2236);
    this.mayEnd ||= rule === undefined;
    if (rule === undefined) return undefined;
    this.unknownKeys(rule, ["name", "expressions", "actions"], path, "rule");
    const name = rule.entries.get("name");
    if (name && !isNull(name)) this.text(name, [...path, "name"], "a string", 2236);
    const expressions = rule.entries.get("expressions");
    if (expressions)
      for (const [at, expression] of this.items(
        expressions,
        [...path, "expressions"],
        "expressions",
        2236,
      ).entries())
        this.expression(expression, [...path, "expressions", at], phase);
    const actions = rule.entries.get("actions");
    if (actions === undefined || isNull(actions)) {
      this.error(rule, [...path, "actions"], 2206, "is required: a list of actions");
      return undefined;
    }
    const always = isAlways(expressions);
    this.mayEnd ||= actions.kind === "opaque" || expressions?.kind === "opaque";
    const end = this.actions({ phase, path, always }, actions, [...path, "actions"]);
    return always ? end : undefined;
  }

  /** The name of the first action after which nothing runs. */
  private actions(rule: RulePlace, tree: Tree, path: Path): string | undefined {
    const items = this.items(tree, path, "actions", 2206);
    if (tree.kind === "list" && items.length === 0)
      this.error(tree, path, 2206, "must have at least one action");
    let end: string | undefined;
    for (const [at, item] of items.entries()) {
      if (end !== undefined) {
        const reason = `is never reached: ${end} before it ends the policy`;
        // What ends the policy unless it fails may let it go on.
        if (ACTIONS[end]?.ends === "always") this.error(item, [...path, at], 2207, reason);
        else this.warn(item, [...path, at], reason);
      }
      const action = this.action(rule, item, [...path, at]);
      end ??= action;
    }
    return end;
  }

  /** The name of an action after which nothing runs. */
  private action(rule: RulePlace, tree: Tree, path: Path): string | undefined {
    const { phase } = rule;
    const action = this.map(tree, path, "an action: a map with a type", 2201);
    const given = action?.entries.get("config");
    this.mayEnd ||= action === undefined || given?.kind === "opaque";
    this.mayEnd ||= given?.kind === "map" && given.entries.get("on_error")?.kind === "opaque";
    if (action === undefined) return undefined;
    this.unknownKeys(action, ["type", "config"], path, "action");
    const type = action.entries.get("type");
    if (type === undefined || isNull(type)) {
      this.error(action, [...path, "type"], 2201, `is required: the name of an action, such as deny`);
      return undefined;
    }
    const name = this.text(type, [...path, "type"], "a string", 2201);
    this.mayEnd ||= name === undefined || !Object.hasOwn(ACTIONS, name);
    if (name === undefined) return undefined;
    if (!Object.hasOwn(ACTIONS, name)) {
      this.unknownAction(name, type, [...path, "type"]);
      return undefined;
    }
    const known = ACTIONS[name] as Action;
    if (phase !== undefined && !known.phases.includes(phase))
      this.error(
        type,
        [...path, "type"],
        2202,
        `is ${name}, which the phase ${phase} does not take; it runs in ${known.phases.join(", ")}`,
      );
    const { attachment } = this.demands;
    if (attachment && known.protocols && !known.protocols.includes(attachment.protocol))
      this.error(
        type,
        [...path, "type"],
        2205,
        `is ${name}, which ${attachment.name} does not take: it is for ${known.protocols.join(" and ")}`,
      );
    this.config(name, known, action, [...path, "config"], phase);
    if (known.signsIn) this.signIn(rule, action, given);
    if (known.once) this.once(name, type, [...path, "type"]);
    return endsPolicy(known, given) ? name : undefined;
  }

  private once(name: string, tree: Tree, path: Path): void {
    if (this.seenOnce.has(name))
      this.error(tree, path, 2266, `is ${name}, which a policy may have once only`);
    this.seenOnce.add(name);
  }

  /** The service takes one sign-in per request, and tells those of different requests apart by `auth_id`. */
  private signIn({ path, always }: RulePlace, action: Mapping, config: Tree | undefined): void {
    const given = config?.kind === "map" ? config.entries.get("auth_id") : undefined;
    const isKnown = (config === undefined || config.kind !== "opaque") && given?.kind !== "opaque";
    const authId = isKnown ? (given?.kind === "leaf" ? String(given.value) : "") : undefined;
    const place = path.join(".");
    if (this.signIns.some((other) => other.always || other.rule.join(".") === place))
      this.error(
        action,
        path,
        2239,
        "signs users in a second time: the service takes one sign-in per request",
      );
    else if (authId !== undefined && this.signIns.some((other) => other.authId === authId))
      this.warn(
        action,
        path,
        "signs users in like an earlier rule: each sign-in needs a config.auth_id of its own, by which the service tells their sessions apart",
      );
    this.signIns.push({ rule: path, always, authId });
  }

  private unknownAction(name: string, tree: Tree, path: Path): void {
    const near = nearest(name, Object.keys(ACTIONS));
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    this.unknown(
      tree,
      path,
      `is ${JSON.stringify(name.slice(0, 60))}, an action that this version does not know${hint}`,
      2201,
    );
  }

  private config(
    name: string,
    action: Action,
    tree: Mapping,
    path: Path,
    phase: PhaseName | undefined,
  ): void {
    const given = tree.entries.get("config");
    if (given === undefined || isNull(given)) {
      for (const [key, field] of Object.entries(action.config ?? {}))
        if (field.required) this.error(tree, [...path, key], 2234, requiredReason(field, name));
      return;
    }
    if (action.config === null) {
      const config = this.map(given, path, "a map");
      if (config && config.entries.size > 0)
        this.warn(given, path, `is not empty, though ${name} has no configuration`);
      return;
    }
    const config = this.fields(action.config, given, path, phase, name);
    if (config === undefined) return;
    const textOf = (key: string) => {
      const value = config.entries.get(key);
      if (value === undefined || isNull(value)) return undefined;
      if (value.kind !== "leaf") return "";
      return typeof value.value === "string" ? value.value : (value.plain ?? String(value.value));
    };
    for (const [key, reason] of Object.entries(action.doubts?.(textOf, phase) ?? {}))
      if (reason !== undefined) this.warn(config.entries.get(key) ?? given, [...path, key], reason);
    for (const pair of action.together ?? []) {
      const isGiven = (key: string) => !isNull(config.entries.get(key) ?? NOTHING);
      const [missing] = pair.filter((key) => !isGiven(key));
      const [there] = pair.filter(isGiven);
      if (missing && there) this.error(given, [...path, missing], 2240, `is required beside ${there}`);
    }
  }

  private fields(
    fields: Fields,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    owner: string,
  ): Mapping | undefined {
    const values = this.map(tree, path, "a map");
    if (values === undefined) return undefined;
    this.unknownKeys(values, Object.keys(fields), path, owner);
    for (const [key, field] of Object.entries(fields)) {
      const value = values.entries.get(key);
      if (value !== undefined && !isNull(value)) this.field(field, value, [...path, key], phase);
      else if (field.required) this.error(tree, [...path, key], 2234, requiredReason(field, owner));
    }
    return values;
  }

  private field(field: Field, tree: Tree, path: Path, phase: PhaseName | undefined): void {
    this.isPartial ||= tree.kind === "opaque";
    if (!this.looks() || tree.kind === "opaque") return;
    switch (field.kind) {
      case "any":
        return void this.anything(tree, path, phase);
      case "text":
        return void this.textField(field, tree, path, phase);
      case "choice": {
        const text = this.text(tree, path);
        if (text === undefined || field.values.includes(text)) return;
        if (isInterpolated(text)) return void this.interpolations(text, tree, path, phase);
        const near = nearest(text, field.values);
        const hint = near === undefined ? `known are ${listed(field.values)}` : `did you mean ${near}?`;
        if (field.open)
          return void this.unknown(
            tree,
            path,
            `has a value that this version does not know; ${hint}`,
            field.code ?? 2222,
          );
        const meant = near === undefined ? "" : `; did you mean ${near}?`;
        return void this.error(
          tree,
          path,
          field.code ?? 2222,
          `must be one of ${listed(field.values)}${meant}`,
        );
      }
      case "switch":
        if (tree.kind === "leaf" && (typeof tree.value === "boolean" || isLooseSwitch(tree))) return;
        return void this.mistyped(tree, path, "true or false");
      case "integer":
      case "number":
        return void this.numberField(field, tree, path);
      case "duration":
        return void this.durationField(field, tree, path);
      case "list": {
        const items = this.items(tree, path, "values", setsVariables(field) ? 2252 : 2203);
        if (tree.kind === "list")
          this.size(field.size, items.length, "items", tree, path, [2223, field.sizeCode ?? 2218]);
        for (const [at, item] of items.entries()) this.field(field.item, item, [...path, at], phase);
        if (field.unique) this.unique(items, path);
        return;
      }
      case "map": {
        const values = this.map(tree, path, "a map", field.setsVariables ? 2252 : 2203);
        if (values === undefined) return;
        const code = field.sizeCode ?? 2252;
        this.size(field.size, values.entries.size, "keys", tree, path, [code, code]);
        for (const [key, value] of values.entries) {
          const wrong = isInterpolated(key) ? undefined : field.wrong?.(key);
          const doubt = field.doubtful?.(key);
          if (wrong !== undefined) this.error(value, [...path, key], wrong.code, wrong.reason);
          else if (doubt !== undefined) this.warn(value, [...path, key], doubt);
          this.field(field.value, value, [...path, key], phase);
          if (field.setsVariables)
            this.variables.push({ name: key, phase, isSet: true, tree: value, path: [...path, key] });
        }
        return;
      }
      case "object":
        this.fields(field.fields, tree, path, phase, String(path.findLast((key) => typeof key === "string")));
    }
  }

  private textField(field: TextField, tree: Tree, path: Path, phase: PhaseName | undefined): void {
    const text = this.text(tree, path);
    if (text === undefined) return;
    if (field.maxLength !== undefined && text.length > field.maxLength && !isInterpolated(text))
      this.error(tree, path, field.lengthCode ?? 2221, `must have at most ${field.maxLength} characters`);
    if (isInterpolated(text)) {
      if (field.interpolated) this.interpolations(text, tree, path, phase, field.names);
      const doubt = field.doubtfulFilledIn?.(withPlaceholders(text));
      if (doubt !== undefined) this.warn(tree, path, doubt);
      return;
    }
    if (field.expression) {
      const isCondition = field.expression === "condition";
      return void this.cel(text, tree, path, phase, { extra: field.names, isCondition });
    }
    const unreadable = field.pattern ? this.patterns.wrong(text) : undefined;
    if (unreadable !== undefined) this.error(tree, path, 2261, unreadable);
    const wrong = field.wrong?.(text);
    if (wrong !== undefined) this.error(tree, path, wrong.code, wrong.reason);
    const doubt = field.doubtful?.(text);
    if (doubt !== undefined) this.warn(tree, path, doubt);
  }

  private numberField(
    {
      kind,
      range: [low, high] = [-Infinity, Infinity],
      rangeCode = 2215,
    }: Extract<Field, { kind: "integer" | "number" }>,
    tree: Tree,
    path: Path,
  ): void {
    const value = numberIn(tree);
    if (value === "unsure") return;
    if (value === undefined || (kind === "integer" && !Number.isInteger(value)))
      return void this.mistyped(tree, path, kind === "integer" ? "a whole number" : "a number");
    if (value < low || value > high)
      this.error(tree, path, rangeCode, low === high ? `must be ${low}` : `must be from ${low} to ${high}`);
  }

  private durationField({ range, step }: Extract<Field, { kind: "duration" }>, tree: Tree, path: Path): void {
    const text = this.text(tree, path, "a length of time such as 90s");
    if (text === undefined || isInterpolated(text)) return;
    const seconds = secondsOf(text);
    if (seconds === undefined)
      return void this.error(tree, path, 2228, "must be a length of time such as 90s, 10m or 1h30m");
    const [low, high] = range ?? [-Infinity, Infinity];
    if (seconds < low || seconds > high)
      this.error(tree, path, seconds < low ? 2215 : 2225, `must be from ${low}s to ${high}s`);
    else if (step !== undefined && seconds % step !== 0)
      this.error(tree, path, 2222, `must be a multiple of ${step}s`);
  }

  private size(
    size: readonly [number, number] | undefined,
    count: number,
    what: string,
    tree: Tree,
    path: Path,
    codes: readonly [below: number, above: number],
  ): void {
    if (size === undefined || (count >= size[0] && count <= size[1])) return;
    const [low, high] = size;
    const wanted = low === high ? `exactly ${low}` : count < low ? `at least ${low}` : `at most ${high}`;
    this.error(tree, path, codes[count < low ? 0 : 1], `must have ${wanted} ${what}, not ${count}`);
  }

  private unique(items: readonly Tree[], path: Path): void {
    const seen = new Set<string>();
    for (const [at, item] of items.entries()) {
      const value = plainValue(item);
      if (value === undefined) continue;
      if (seen.has(value)) this.error(item, [...path, at], 2231, "is there twice");
      seen.add(value);
    }
  }

  /** A value of any shape: its texts may have interpolations. */
  private anything(tree: Tree, path: Path, phase: PhaseName | undefined): void {
    if (!this.looks()) return;
    if (tree.kind === "list")
      for (const [at, item] of tree.items.entries()) this.anything(item, [...path, at], phase);
    else if (tree.kind === "map")
      for (const [key, item] of tree.entries) this.anything(item, [...path, key], phase);
    else if (tree.kind === "leaf" && typeof tree.value === "string" && isInterpolated(tree.value))
      this.interpolations(tree.value, tree, path, phase);
  }

  private expression(tree: Tree, path: Path, phase: PhaseName | undefined): void {
    if (!this.looks()) return;
    if (tree.kind === "leaf" && tree.tag !== undefined)
      return void this.error(
        tree,
        path,
        2200,
        "begins with !, which is a tag in YAML: put the expression in quotes",
      );
    const text = this.text(tree, path, "a CEL expression", 2236);
    if (text === undefined) return;
    if (!isInterpolated(text)) return void this.cel(text, tree, path, phase, { isCondition: true }, "", 2200);
    // What stands for a value in all other texts is none of CEL's: the service may fill it in before it compiles.
    this.interpolations(text, tree, path, phase);
    const whole = withPlaceholders(text);
    if (!isInterpolated(whole) && celFindings(whole, { phase }).some(({ isError }) => isError))
      this.warn(tree, path, "is no CEL expression, whatever the service fills in for its interpolations");
  }

  private interpolations(
    text: string,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    extra?: readonly string[],
  ): void {
    for (const { expression, open } of interpolationsIn(text)) {
      if (open)
        this.warn(
          tree,
          path,
          "has an interpolation without the brace that closes it: the service may refuse it, or take it as it is",
        );
      else this.interpolation(expression, tree, path, phase, extra);
    }
  }

  private interpolation(
    expression: string,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    extra: readonly string[] = [],
  ): void {
    const bare = expression.replaceAll('\\"', '"');
    const isEscaped =
      bare !== expression && celFindings(expression, { phase }).some(({ isError }) => isError);
    if (isEscaped)
      this.warn(tree, path, "has an interpolation with backslashes before its quotes: write single quotes");
    this.cel(isEscaped ? bare : expression, tree, path, phase, { extra }, "has an interpolation that ");
  }

  private cel(
    text: string,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    more: Pick<CelScope, "extra" | "isCondition"> = {},
    prefix = "",
    code = 2224,
  ): void {
    const wrongPattern = (pattern: string) => this.patterns.wrong(pattern);
    const onVariable = (name: string) => this.variables.push({ name, phase, isSet: false, tree, path });
    for (const { isError, reason } of celFindings(text, { ...more, phase, wrongPattern, onVariable })) {
      if (isError) this.error(tree, path, code, `${prefix}${reason}`);
      else this.warn(tree, path, `${prefix}${reason}`);
    }
  }

  private unknownKeys(map: Mapping, known: readonly string[], path: Path, owner: string): void {
    for (const [key, value] of map.entries) {
      if (known.includes(key)) continue;
      const near = nearest(key, known);
      const hint = near === undefined ? "" : `; did you mean ${near}?`;
      if (Object.hasOwn(ACTIONS, owner) && ACTIONS[owner]?.isClosed)
        this.error(value, [...path, key], 2203, `is not a key of ${owner}${hint}`);
      else this.unknown(value, [...path, key], `is a key of ${owner} that this version does not know${hint}`);
    }
  }

  /** Text of a leaf; YAML without quotes is text wherever text is wanted. */
  private text(tree: Tree, path: Path, wanted = "a string", code = 2203): string | undefined {
    if (tree.kind === "opaque") return undefined;
    if (tree.kind === "leaf" && typeof tree.value === "string") return tree.value;
    if (tree.kind === "leaf" && tree.value !== null && tree.plain !== undefined) return tree.plain;
    this.mistyped(tree, path, wanted, code);
    return undefined;
  }

  private items(tree: Tree, path: Path, of: string, code: number): readonly Tree[] {
    if (tree.kind === "list") return tree.items;
    this.isPartial ||= tree.kind === "opaque";
    // A key without a value, as YAML writes an empty list.
    if (tree.kind !== "opaque" && !isNull(tree)) this.mistyped(tree, path, `a list of ${of}`, code);
    return [];
  }

  private map(tree: Tree, path: Path, wanted: string, code = 2203): Mapping | undefined {
    if (!this.looks()) return undefined;
    if (tree.kind === "map") return tree;
    this.isPartial ||= tree.kind === "opaque";
    if (tree.kind !== "opaque") this.mistyped(tree, path, wanted, code);
    return undefined;
  }

  private mistyped(tree: Tree, path: Path, wanted: string, code = 2203): void {
    this.error(tree, path, code, `must be ${wanted}, not ${kindOf(tree)}`);
  }

  private looks(): boolean {
    this.visits += 1;
    if (this.visits === MOST_VISITS + 1)
      this.findings.push({
        path: [],
        offset: undefined,
        isError: false,
        reason: `stands for more than ${MOST_VISITS} values, and was not checked any further`,
      });
    return this.visits <= MOST_VISITS;
  }

  private error({ offset }: Tree, path: Path, code: number, reason: string): void {
    this.findings.push({ path, offset, isError: true, reason, code });
  }

  private warn({ offset }: Tree, path: Path, reason: string): void {
    this.findings.push({ path, offset, isError: false, reason });
  }

  /** @param code - Of the service, if it knows no more than this version. */
  private unknown({ offset }: Tree, path: Path, reason: string, code?: number): void {
    const refused = code === undefined ? {} : { code };
    this.findings.push({ path, offset, isError: false, reason, isUnknown: true, ...refused });
  }
}

/** Actions after which nothing of a policy runs. */
const ENDS = Object.entries(ACTIONS)
  .filter(([, { ends }]) => ends === "always" || ends === "unless it fails")
  .map(([name]) => name)
  .join(", ");

/** Whether a rule with these expressions runs for all traffic. */
function isAlways(expressions: Tree | undefined): boolean {
  if (expressions === undefined || isNull(expressions)) return true;
  return (
    expressions.kind === "list" &&
    expressions.items.every(
      (item) => item.kind === "leaf" && (item.value === true || String(item.value).trim() === "true"),
    )
  );
}

/** Whether nothing of the policy runs after an action, whatever becomes of it. */
function endsPolicy({ ends }: Action, config: Tree | undefined): boolean {
  if (ends === "always") return true;
  if (ends !== "unless it fails" || config?.kind === "opaque") return false;
  const onError = config?.kind === "map" ? config.entries.get("on_error") : undefined;
  return onError === undefined || (onError.kind === "leaf" && onError.value !== "continue");
}

const setsVariables = ({ item }: ListField): boolean => item.kind === "map" && item.setsVariables === true;

/** A leaf, or a map of leaves, as text; undefined for other values and for what is filled in later. */
function plainValue(tree: Tree): string | undefined {
  const pairs: readonly (readonly [string, Tree])[] = tree.kind === "map" ? [...tree.entries] : [["", tree]];
  const isPlain = pairs.every(([, item]) => item.kind === "leaf" && !isInterpolated(String(item.value)));
  const values = pairs.map(
    ([key, item]) => `${key} ${item.kind === "leaf" ? JSON.stringify(String(item.value)) : ""}`,
  );
  return isPlain ? values.sort().join() : undefined;
}

const NOTHING: Tree = { kind: "leaf", value: null, offset: undefined };

const isNull = (tree: Tree) => tree.kind === "leaf" && tree.value === null && tree.tag === undefined;

/** What YAML 1.1 takes for true or false. */
const isLooseSwitch = ({ plain }: Leaf) => plain !== undefined && /^(y|yes|n|no|on|off)$/i.test(plain);

/** The number of a leaf; "unsure" for YAML that its versions read differently. */
function numberIn(tree: Tree): number | "unsure" | undefined {
  if (tree.kind !== "leaf") return undefined;
  if (typeof tree.value === "number" || typeof tree.value === "bigint") return Number(tree.value);
  if (tree.plain !== undefined && /^[-+]?\d[\d_.:xob]*$/i.test(tree.plain)) return "unsure";
  return typeof tree.value === "string" && isInterpolated(tree.value) ? "unsure" : undefined;
}

function kindOf(tree: Tree): string {
  if (tree.kind === "list") return "a list";
  if (tree.kind === "map") return "a map";
  if (tree.kind === "opaque" || tree.value === null) return "null";
  return typeof tree.value === "string"
    ? "a string"
    : typeof tree.value === "boolean"
      ? "true or false"
      : "a number";
}

const requiredReason = ({ description }: Field, owner: string) =>
  `is required by ${owner}: ${description.split(/(?<=\.)\s/)[0]}`;

const listed = (values: readonly string[]) =>
  values.length > 12 ? `${values.slice(0, 12).join(", ")} and ${values.length - 12} more` : values.join(", ");
