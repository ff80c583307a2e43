import { hash } from "node:crypto";
import { actionNamed, type GuardVerdict } from "../actions/actions";
import { interpolationsIn } from "../language/interpolation";
import { FORMER_PHASES, PHASE_NAMES, type PhaseName } from "../language/phases";
import { type Mapping, type Path, readPolicy, type Tree } from "../language/policy";
import { Config, isHidden, isUnknown, textOf, UNKNOWN_TEXT } from "./action-config";
import { effectOf } from "./action-effects";
import type { Condition } from "./condition";
import { readCondition } from "./condition-reader";
import type { GuardAction, GuardReading, GuardRule } from "./policy-reading";

export { secondsOf } from "../actions/fields";
export { interpolationsIn } from "../language/interpolation";
export { isObject, type Json } from "../language/json";
export { finds } from "../language/patterns";
export { canonicalUrl, DEFAULT_PORTS } from "../language/urls";
export { isSecretPlace, secretPaths } from "../references/secrets";
export { configuredText, UNKNOWN_TEXT } from "./action-config";
export type { Compared, Condition, Constant, Test } from "./condition";
export { readCondition } from "./condition-reader";
export { type Expression, expressionIn, FAILS, outcomeOf, type Reads, readUrl } from "./facts";
export { fillOf } from "./fillable";
export type {
  ConfiguredText,
  GuardAction,
  GuardReading,
  GuardRule,
  Requirement,
  Rewrite,
  TokenPlace,
  VariableValue,
} from "./policy-reading";
export { isFact, isList } from "./variable-names";

/** The name below `actions.ngrok` of what an action leaves for later expressions. */
export const resultNameOf = (type: string): string | undefined => actionNamed(type)?.result?.name;

/** The result by which an action tells whether a client meets it. */
export const verdictOf = (type: string): GuardVerdict | undefined => {
  const effect = actionNamed(type)?.effect;
  return effect?.is === "guards" ? effect.verdict : undefined;
};

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
    const hidden = isHidden(tree) ? `${UNKNOWN_TEXT}${content}` : content;
    return { kind: "expression", text: hidden, isKnown: false, reads: [] };
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
    const content = hash("sha256", this.spelled(tree), "base64url").slice(0, 22);
    this.contents.set(tree, content);
    return content;
  }

  private spelled(tree: Tree): string {
    if (tree.kind === "list") return `[${tree.items.map((item) => this.contentOf(item)).join()}]`;
    if (tree.kind !== "map")
      return tree.kind === "leaf" ? `${typeof tree.value} ${String(tree.value)}` : "opaque";
    const entries = [...tree.entries].sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${this.contentOf(item)}`).join()}}`;
  }
}

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}...` : text);

const spelled = (path: Path) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .slice(1);
