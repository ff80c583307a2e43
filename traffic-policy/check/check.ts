import { ACTIONS, type Action, endsOf, signsIn } from "../actions/actions";
import { nearest } from "../language/nearest";
import {
  type Attachment,
  formerPhase,
  isOfProtocol,
  PHASE_NAMES,
  type PhaseName,
  whyNotTaken,
} from "../language/phases";
import {
  type Mapping,
  type Path,
  type ReadFinding,
  type Reading,
  readPolicy,
  readWithPlaces,
  type Tree,
} from "../language/policy";
import { ConfigurationChecker, type Finding, isNull, kindOf } from "./configuration";

/** What is wrong with a policy. */
export interface PolicyFinding {
  /** An error: the service surely refuses it. Otherwise a warning: it may take it, or knows what this version does not. */
  readonly isError: boolean;
  /** Something that the types of this version lack. */
  readonly isUnknown?: true;
  /** Part of the policy was not checked: it is too large, nested too deep, or a second document. */
  readonly isIncomplete?: true;
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

class Checker extends ConfigurationChecker {
  private readonly signIns: SignIn[] = [];
  private readonly seenOnce = new Set<string>();
  /** Whether something that is not known may end all traffic. */
  private mayEnd = false;

  constructor(private readonly demands: Demands) {
    super(demands.attachment?.host);
  }

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
    // What is misspelled may be what ends it.
    const hasErrors = this.findings.some(({ isError }) => isError);
    if (this.demands.mustEnd && !this.mayEnd && !isEnded && !hasErrors)
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
    // What a key that is no phase holds is none of the checker's business, unless it looks like rules.
    const items =
      phase === undefined && rules.kind !== "list" ? [] : this.items(rules, [name], "rules", 2236);
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
    const meant = this.unknownKeys(rule, ["name", "expressions", "actions"], path, "rule", { actions: 2206 });
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
      if (!meant.has("actions"))
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
        const ended = ACTIONS[end];
        if (ended && endsOf(ended) === "always") this.error(item, [...path, at], 2207, reason);
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
    const meant = this.unknownKeys(action, ["type", "config"], path, "action", { type: 2201 });
    const type = action.entries.get("type");
    if (type === undefined || isNull(type)) {
      if (!meant.has("type"))
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
    if (signsIn(known)) this.signIn(rule, action, given);
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
}

/** Actions after which nothing of a policy runs. */
const ENDS = Object.entries(ACTIONS)
  .filter(([, action]) => ["always", "unless it fails"].includes(endsOf(action)))
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
function endsPolicy(action: Action, config: Tree | undefined): boolean {
  const ends = endsOf(action);
  if (ends === "always") return true;
  if (ends !== "unless it fails" || config?.kind === "opaque") return false;
  const onError = config?.kind === "map" ? config.entries.get("on_error") : undefined;
  return onError === undefined || (onError.kind === "leaf" && onError.value !== "continue");
}
