import { hash } from "node:crypto";
import { actionNamed } from "../actions/actions";
import { interpolationsIn } from "../language/interpolation";
import { formerPhase, PHASE_NAMES, type PhaseName } from "../language/phases";
import { isNull, type Mapping, type Path, pathText, readPolicy, type Tree, textOf } from "../language/policy";
import { isMaskedTree } from "./action-config";
import { readEffect } from "./action-effects";
import type { Condition } from "./condition";
import { readCondition } from "./condition-reader";
import { isMaskedValue, maskedValue } from "./masking";
import type { GuardAction, GuardReading, GuardRule } from "./policy-reading";

export { resultName } from "../actions/actions";
export { secondsOf } from "../actions/fields";
export { evaluateForRequest, FAILS } from "../evaluate/constants";
export { readUrl } from "../evaluate/question";
export { AMBIGUOUS_PATH } from "../evaluate/request";
export { servesHost } from "../language/hosts";
export { interpolationsIn } from "../language/interpolation";
export type { Json } from "../language/json";
export { pathText, replaceLeaves } from "../language/policy";
export { canonicalUrl, closest, DEFAULT_PORTS } from "../language/urls";
export { isSecretPath, secretPaths } from "../references/secrets";
export { configuredText } from "./action-config";
export type { Comparison, Condition, Constant, Test } from "./condition";
export { interpolationTest, readCondition } from "./condition-reader";
export { type Expression, type ReadValue, readExpression } from "./expression-contents";
export { isMaskedValue, maskedValue } from "./masking";
export type {
  ConfiguredText,
  GuardAction,
  GuardReading,
  GuardRule,
  Requirement,
  Rewrite,
  TokenLocation,
  VariableValue,
} from "./policy-reading";
export { isListVariable, isRequestVariable } from "./variable-names";

const MAX_RULES = 2000;
const MAX_ACTIONS = 10_000;

/**
 * Reads the rules of a policy (an object, or text in JSON or YAML) in linear time, without reading other objects. Undefined
 * if the policy is invalid, or has more than 2,000 rules or 10,000 actions.
 *
 * @param isHttp - Without HTTP, the earlier phase name `inbound` stands for `on_tcp_connect`.
 */
export function readGuards(policy: unknown, isHttp = true): GuardReading | undefined {
  const { tree, findings } = readPolicy(policy);
  if (tree === undefined) return findings.length === 0 ? { rules: [], ambiguities: [] } : undefined;
  const ambiguities = findings.map(({ reason }) => `the policy ${reason}`);
  return new PolicyReader(ambiguities, isHttp).read(tree);
}

class PolicyReader {
  private readonly digests = new Map<Tree, string>();
  private readonly reads = new Map<Tree, ReadonlySet<string>>();
  private actionCount = 0;

  constructor(
    private readonly ambiguities: string[],
    private readonly isHttp: boolean,
  ) {}

  read(tree: Tree): GuardReading | undefined {
    if (isNull(tree)) return { rules: [], ambiguities: this.ambiguities };
    if (tree.kind !== "map") return undefined;
    const phases = new Map<PhaseName, GuardRule[]>();
    for (const [key, rules] of tree.entries) {
      const phase = PHASE_NAMES.find((name) => name === key) ?? formerPhase(key, this.isHttp);
      if (phase === undefined) {
        // The phase on_event_destination runs for events of the service, not for requests.
        if (key !== "on_event_destination")
          this.addAmbiguity(`has the phase ${truncate(key)}, which is unknown`);
        continue;
      }
      if (phases.has(phase)) this.addAmbiguity(`has the phase ${phase} twice`);
      phases.set(phase, this.readRules(phase, rules));
    }
    const rules = PHASE_NAMES.flatMap((phase) => phases.get(phase) ?? []);
    if (rules.length > MAX_RULES || this.actionCount > MAX_ACTIONS) return undefined;
    return { rules, ambiguities: this.ambiguities };
  }

  /** Records a reason why the service may interpret the policy differently. */
  private addAmbiguity(reason: string): void {
    if (this.ambiguities.length < 20) this.ambiguities.push(`the policy ${reason}`);
  }

  private readRules(phase: PhaseName, tree: Tree): GuardRule[] {
    if (isMaskedTree(tree)) return [this.readRule(phase, 0, tree)];
    // Reads one rule more than the maximum, so that `read` rejects the policy.
    const rules = this.readItems(tree, [phase]).slice(0, MAX_RULES + 1);
    return rules.map((rule, index) => this.readRule(phase, index, rule));
  }

  /** A masked value, which may stand for any number of rules, is read as a rule with a masked action. */
  private readRule(phase: PhaseName, index: number, tree: Tree): GuardRule {
    const path: Path = [phase, index];
    const entries = entriesOf(tree) ?? NO_ENTRIES;
    const isMasked = isMaskedTree(tree);
    if (tree.kind !== "map" && !isMasked) this.addAmbiguity(`has no rule at ${pathText(path)}`);
    const expressions = this.readItemsOrMask(entries.get("expressions"), [...path, "expressions"]);
    const actions = this.readItemsOrMask(isMasked ? tree : entries.get("actions"), [...path, "actions"]);
    if (actions.length === 0) this.addAmbiguity(`has no actions at ${pathText(path)}`);
    const nameTree = entries.get("name");
    const name = nameTree && textOf(nameTree);
    const parts = [expressions, actions].map((items): Tree => ({ kind: "list", items }));
    return {
      phase,
      index,
      name,
      expressions: expressions.map(expressionText),
      conditions: expressions.map((expression) => this.readRuleCondition(expression)),
      actions: actions.map((action, position) => this.readAction(phase, action, position)),
      content: this.digest({ kind: "list", items: parts }),
    };
  }

  private readRuleCondition(tree: Tree): Condition {
    const source = expressionText(tree);
    if (source !== undefined && !isMaskedValue(source)) return readCondition(source);
    const content = this.digest(tree);
    const text = isMaskedTree(tree) ? maskedValue(content) : content;
    return { kind: "expression", text, hasKnownNames: false, reads: [] };
  }

  private readAction(phase: PhaseName, tree: Tree, index: number): GuardAction {
    this.actionCount += 1;
    const entries = entriesOf(tree);
    const typeTree = entries?.get("type");
    const type = (typeTree && textOf(typeTree)) ?? "";
    const identity = {
      type: isMaskedValue(type) ? "" : type,
      index,
      content: this.digest(tree),
      reads: [...this.readsOf(tree)],
    };
    const unknown = (why: string, isHidden = false): GuardAction => ({
      ...identity,
      effect: "unknown",
      why,
      ...(isHidden && { isHidden: true }),
    });
    if (isMaskedTree(tree) || isMaskedValue(type)) return unknown("it is hidden", true);
    if (entries === undefined || type === "") return unknown("it has no type");
    const definition = actionNamed(type);
    if (definition === undefined) return unknown("its type is unknown");
    if (!definition.phases.includes(phase)) return unknown(`the phase ${phase} does not support it`);
    const config = entries.get("config");
    const values = config === undefined || isNull(config) ? NO_ENTRIES : entriesOf(config);
    if (values === undefined)
      return unknown("its configuration is unknown", config !== undefined && isMaskedTree(config));
    const effect = readEffect(definition, values);
    return effect === undefined ? unknown("its configuration is not supported") : { ...identity, ...effect };
  }

  /** Returns the expressions in the interpolations of a tree. */
  private readsOf(tree: Tree): ReadonlySet<string> {
    const cached = this.reads.get(tree);
    if (cached !== undefined) return cached;
    const parts = tree.kind === "list" ? tree.items : [...(entriesOf(tree)?.values() ?? [])];
    const text = tree.kind === "leaf" && typeof tree.value === "string" ? tree.value : "";
    const expressions = interpolationsIn(text).map(({ expression }) => expression);
    const reads = new Set([...expressions, ...parts.flatMap((part) => [...this.readsOf(part)])]);
    this.reads.set(tree, reads);
    return reads;
  }

  /** Returns the items of a list, or the list itself if it is masked. */
  private readItemsOrMask(tree: Tree | undefined, path: Path): readonly Tree[] {
    return tree !== undefined && isMaskedTree(tree) ? [tree] : this.readItems(tree, path);
  }

  private readItems(tree: Tree | undefined, path: Path): readonly Tree[] {
    if (tree === undefined || isNull(tree)) return [];
    if (tree.kind === "list") return tree.items;
    this.addAmbiguity(`has no list at ${pathText(path)}`);
    return [];
  }

  /** Hashes a part of a policy, independent of the order of its keys. Aliased parts are hashed once. */
  private digest(tree: Tree): string {
    const cached = this.digests.get(tree);
    if (cached !== undefined) return cached;
    const digest = hash("sha256", this.canonicalText(tree), "base64url").slice(0, 22);
    this.digests.set(tree, digest);
    return digest;
  }

  private canonicalText(tree: Tree): string {
    if (tree.kind === "list") return `[${tree.items.map((item) => this.digest(item)).join()}]`;
    if (tree.kind !== "map")
      return tree.kind === "leaf" ? `${typeof tree.value} ${String(tree.value)}` : "opaque";
    const entries = [...tree.entries].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${this.digest(item)}`).join()}}`;
  }
}

const NO_ENTRIES: Mapping["entries"] = new Map();

const entriesOf = (tree: Tree) => (tree.kind === "map" ? tree.entries : undefined);

function expressionText(tree: Tree): string | undefined {
  // In YAML, a tag may be an unquoted negation, such as `!vars.a`, so the value isn't the expression.
  if (tree.kind !== "leaf" || tree.tag !== undefined) return undefined;
  return typeof tree.value === "boolean" ? String(tree.value) : textOf(tree);
}

const truncate = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}...` : text);
