import { ACTIONS, type Action, actionNamed, endCondition, isSignIn } from "../actions/actions";
import { suggestion } from "../language/nearest";
import { type Attachment, formerPhase, PHASE_NAMES, phaseFault, protocolHasPhase } from "../language/phases";
import { type Finding, isNull, type Reading, readPolicy, readWithLines, type Tree } from "../language/policy";
import { ConfigurationChecker, childOf, type Part } from "./configuration";

const MAX_FINDINGS = 20;

/**
 * Checks a policy (an object, or text in YAML or JSON) in linear time. Values that are unknown at preview pass.
 *
 * @param attachment - The resource that the policy is attached to. If undefined, any phase is accepted.
 * @param mustHandleAll - True to warn about a policy that leaves traffic unhandled. See `checkEndpointPolicy`.
 */
export function checkPolicy(
  policy: unknown,
  attachment?: Attachment,
  mustHandleAll = false,
): readonly Finding[] {
  if (typeof policy === "string" && policy.trim() === "")
    return [{ isError: true, path: [], reason: "is empty", code: 2236 }];
  const findings = checkReading(readPolicy(policy), new Checker(attachment, mustHandleAll));
  if (typeof policy !== "string" || findings.every(({ line }) => line !== undefined)) return findings;
  // Parsing JSON with lines is slower, so it is done only if there are findings.
  const withLines = checkReading(readWithLines(policy), new Checker(attachment, mustHandleAll));
  return withLines.length > 0 ? withLines : findings;
}

/** Checks the policy of a cloud endpoint. Such an endpoint has no upstream, so the policy must handle all traffic. */
export const checkEndpointPolicy = (policy: unknown, attachment?: Attachment): readonly Finding[] =>
  checkPolicy(policy, attachment, true);

function checkReading(reading: Reading, checker: Checker): readonly Finding[] {
  if (reading.tree !== undefined) checker.checkPolicy(reading.tree);
  const ordered = [...reading.findings, ...checker.findings].sort(
    (a, b) => Number(b.isError) - Number(a.isError),
  );
  if (ordered.length <= MAX_FINDINGS) return ordered;
  const reason = `has ${ordered.length - MAX_FINDINGS} more findings`;
  return [...ordered.slice(0, MAX_FINDINGS), { isError: false, path: [], reason }];
}

interface Rule {
  readonly part: Part;
  readonly isUnconditional: boolean;
}

interface SignIn {
  readonly rule: Rule;
  /** Empty by default; undefined if unknown. */
  readonly authId: string | undefined;
}

class Checker extends ConfigurationChecker {
  private readonly signIns: SignIn[] = [];
  private readonly checkedActionTypes = new Set<string>();
  /** True if a part of the policy that is unknown or can't be checked may handle all traffic. */
  private mayHandleAll = false;

  constructor(
    private readonly attachment: Attachment | undefined,
    private readonly mustHandleAll: boolean,
  ) {
    super(attachment?.host);
  }

  checkPolicy(tree: Tree): void {
    const root: Part = { tree, path: [], phase: undefined };
    const policy = this.readMap(root, "a map of phases such as on_http_request", 2236);
    if (policy === undefined) return;
    const ends = new Map([...policy.entries].map(([name, rules]) => this.checkPhase(name, rules)));
    const phase = "on_http_request";
    const [connectionEnd, requestRules] = [ends.get("on_tcp_connect"), policy.entries.get(phase)];
    if (connectionEnd !== undefined && requestRules?.kind === "list" && requestRules.items.length > 0)
      this.warn(
        { tree: requestRules, path: [phase], phase },
        `is never reached: ${connectionEnd} in on_tcp_connect ends every connection`,
      );
    this.checkVariableScopes();
    const isEnded = [...ends].some(([name, end]) => end !== undefined && name !== "on_http_response");
    // A misspelled action may be the one that handles all traffic.
    const hasErrors = this.findings.some(({ isError }) => isError);
    if (this.mustHandleAll && !this.mayHandleAll && !isEnded && !hasErrors)
      this.warn(
        root,
        `has no unconditional rule that ends with one of ${ENDING_ACTIONS}; the service may refuse it for a cloud endpoint, which has no upstream`,
      );
  }

  /** Warns about reads of variables that no earlier rule of the phase sets: such expressions fail. */
  private checkVariableScopes(): void {
    if (this.mayHideVariables) return;
    const assigned = new Set<string>();
    for (const { name, isSet, part } of this.variables) {
      const key = `${part.phase} ${name}`;
      if (isSet) assigned.add(key);
      if (assigned.has(key)) continue;
      const assignments = this.variables.filter((use) => use.isSet && use.name === name);
      if (assignments.length === 0) continue;
      const phases = assignments.map((use) => use.part.phase);
      const where = phases.includes(part.phase)
        ? "later in the phase"
        : `only in ${phases[0]}, and variables are local to a phase`;
      this.warn(part, `names the variable vars.${name}, which is set ${where}`);
    }
  }

  /** Checks a phase. Returns its current name, and the action that ends it for all traffic. */
  private checkPhase(name: string, rules: Tree): [phase: string, end: string | undefined] {
    const current = PHASE_NAMES.find((phase) => phase === name);
    const { attachment } = this;
    const isHttp = attachment === undefined || protocolHasPhase("on_http_request", attachment.protocol);
    const phase = current ?? formerPhase(name, isHttp);
    const part: Part = { tree: rules, path: [name], phase };
    if (current === undefined) this.reportUnknownPhase(name, part);
    // The value of an unknown key is checked only if it looks like rules.
    const items = phase === undefined && rules.kind !== "list" ? [] : this.readItems(part, "rules", 2236);
    const fault = items.length > 0 && phase && attachment ? phaseFault(phase, attachment) : undefined;
    this.reportFault(part, fault);
    const isSupported = fault === undefined;
    this.mayHandleAll ||= phase === undefined || rules.kind === "opaque" || !isSupported;
    let end: { readonly action: string; readonly index: number } | undefined;
    for (const [index, item] of items.entries()) {
      if (end?.index === index - 1)
        this.warn(item, `is never reached: ${end.action} in the previous rule ends the policy`);
      const action = this.checkRule(item);
      if (action !== undefined) end ??= { action, index };
    }
    return [phase ?? name, isSupported ? end?.action : undefined];
  }

  /** Reports an earlier name of a phase, or an unknown one. A name that looks like a phase may come from a later version. */
  private reportUnknownPhase(name: string, part: Part): void {
    if (part.phase !== undefined)
      return void this.warn(part, `is the earlier name of ${part.phase}: write ${part.phase}`);
    const hint = suggestion(name, PHASE_NAMES);
    const known = `; known phases: ${PHASE_NAMES.join(", ")}`;
    if (hint === "" && /^on_[a-z0-9_]+$/.test(name))
      this.warnUnknown(part, `is an unknown phase${known}`, 2230);
    else this.error(part, 2230, `is not a phase${hint || known}`);
  }

  /** Checks a rule. Returns the action that ends the policy for all traffic. */
  private checkRule(part: Part): string | undefined {
    const rule = this.readMap(part, "a rule: a map with actions", 2236);
    this.mayHandleAll ||= rule === undefined;
    if (rule === undefined) return undefined;
    this.checkKeys(rule, part, ["name", "expressions", "actions"], "rule", [
      { key: "actions", code: 2206, reason: "is required: a list of actions" },
    ]);
    const name = rule.entries.get("name");
    if (name && !isNull(name)) this.readText(childOf(part, "name", name), "a string", 2236);
    const expressions = rule.entries.get("expressions");
    if (expressions)
      for (const expression of this.readItems(childOf(part, "expressions", expressions), "expressions", 2236))
        this.checkExpression(expression);
    const actions = rule.entries.get("actions");
    if (actions === undefined || isNull(actions)) return undefined;
    const isUnconditional = alwaysRuns(expressions);
    this.mayHandleAll ||= actions.kind === "opaque" || expressions?.kind === "opaque";
    const end = this.checkActions({ part, isUnconditional }, childOf(part, "actions", actions));
    return isUnconditional ? end : undefined;
  }

  /** Checks the actions of a rule. Returns the first one that ends the policy. */
  private checkActions(rule: Rule, part: Part): string | undefined {
    const items = this.readItems(part, "actions", 2206);
    if (part.tree.kind === "list" && items.length === 0)
      this.error(part, 2206, "must have at least one action");
    let end: string | undefined;
    for (const item of items) {
      const reason = `is never reached: the earlier action ${end} ends the policy`;
      const definition = end === undefined ? undefined : actionNamed(end);
      // An action that ends the policy "unless it fails" may let it continue, so this is only a warning.
      if (definition && endCondition(definition) === "always") this.error(item, 2207, reason);
      else if (definition) this.warn(item, reason);
      const action = this.checkAction(rule, item);
      end ??= action;
    }
    return end;
  }

  /** Checks an action. Returns its name if it ends the policy. */
  private checkAction(rule: Rule, part: Part): string | undefined {
    const action = this.readMap(part, "an action: a map with a type", 2201);
    const config = action?.entries.get("config");
    this.mayHandleAll ||= action === undefined || config?.kind === "opaque";
    this.mayHandleAll ||= config?.kind === "map" && config.entries.get("on_error")?.kind === "opaque";
    if (action === undefined) return undefined;
    this.checkKeys(action, part, ["type", "config"], "action", [
      { key: "type", code: 2201, reason: "is required: the name of an action, such as deny" },
    ]);
    const typeTree = action.entries.get("type");
    if (typeTree === undefined || isNull(typeTree)) return undefined;
    const type = childOf(part, "type", typeTree);
    const name = this.readText(type, "a string", 2201);
    const definition = name === undefined ? undefined : actionNamed(name);
    this.mayHandleAll ||= definition === undefined;
    if (name === undefined) return undefined;
    if (definition === undefined) {
      this.reportUnknownAction(name, type);
      return undefined;
    }
    this.checkPlacement(name, definition, type);
    this.checkConfig(name, definition, part, config);
    if (isSignIn(definition)) this.checkSignIn(rule, part, config);
    return alwaysEnds(definition, config) ? name : undefined;
  }

  private checkPlacement(name: string, { phases, protocols, once }: Action, type: Part): void {
    const { attachment } = this;
    if (type.phase !== undefined && !phases.includes(type.phase)) {
      const reason = `is ${name}, which the phase ${type.phase} doesn't support; it runs in ${phases.join(", ")}`;
      this.error(type, 2202, reason);
    }
    if (attachment && protocols && !protocols.includes(attachment.protocol)) {
      const reason = `is ${name}, which ${attachment.name} doesn't support: it is for ${protocols.join(" and ")}`;
      this.error(type, 2205, reason);
    }
    if (once && this.checkedActionTypes.has(name))
      this.error(type, 2266, `is ${name}, which a policy may have only once`);
    this.checkedActionTypes.add(name);
  }

  /** Reports a second sign-in: the service allows one per request, and distinguishes those of a policy by `auth_id`. */
  private checkSignIn(rule: Rule, action: Part, config: Tree | undefined): void {
    const tree = config?.kind === "map" ? config.entries.get("auth_id") : undefined;
    const isKnown = config?.kind !== "opaque" && tree?.kind !== "opaque";
    const authId = isKnown ? (tree?.kind === "leaf" ? String(tree.value) : "") : undefined;
    const rulePart: Part = { ...action, path: rule.part.path };
    if (this.signIns.some((other) => other.rule.isUnconditional || other.rule === rule))
      this.error(rulePart, 2239, "signs users in a second time: the service allows one sign-in per request");
    else if (authId !== undefined && this.signIns.some((other) => other.authId === authId))
      this.warn(
        rulePart,
        "signs users in like an earlier rule: each sign-in needs its own config.auth_id, which distinguishes their sessions",
      );
    this.signIns.push({ rule, authId });
  }

  private reportUnknownAction(name: string, type: Part): void {
    if (name === "") return void this.error(type, 2201, "is empty: name an action, such as deny");
    const shown = JSON.stringify(name.slice(0, 60));
    this.warnUnknown(type, `is ${shown}, an unknown action${suggestion(name, Object.keys(ACTIONS))}`, 2201);
  }
}

const ENDING_ACTIONS = Object.entries(ACTIONS)
  .filter(([, action]) => ["always", "unless it fails"].includes(endCondition(action)))
  .map(([name]) => name)
  .join(", ");

function alwaysRuns(expressions: Tree | undefined): boolean {
  if (expressions === undefined || isNull(expressions)) return true;
  return (
    expressions.kind === "list" &&
    expressions.items.every(
      (item) => item.kind === "leaf" && (item.value === true || String(item.value).trim() === "true"),
    )
  );
}

/** True if an action ends the policy, even if it fails. */
function alwaysEnds(action: Action, config: Tree | undefined): boolean {
  const condition = endCondition(action);
  if (condition === "always") return true;
  if (condition !== "unless it fails" || config?.kind === "opaque") return false;
  const onError = config?.kind === "map" && config.entries.get("on_error");
  return !onError || (onError.kind === "leaf" && onError.value !== "continue");
}
