import type { GuardRule } from "../traffic-policy/symbolic/policy-reader";
import { describeCondition, truncate } from "./descriptions";
import { enforcementText } from "./guard-model";
import { type GuardTransition, isMaskedRule, restricts, rulesDifferVisibly } from "./guard-transition";
import type { Reachable } from "./internal-endpoints";
import { pluralize, shortList } from "./phrases";

/** A guard or rule on both sides of a change; null where it is absent. */
export interface GuardChange {
  readonly guard: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly transition: GuardTransition;
}

const ruleLocation = ({ phase, index, name }: GuardRule): string =>
  `${phase}[${index}]${name === undefined ? "" : ` ${JSON.stringify(truncate(name))}`}`;

const describeActions = ({ actions }: GuardRule): string => {
  const descriptions = actions.map((action) => {
    const isHidden = action.effect === "unknown" && action.isHidden;
    const type = truncate(action.type || (isHidden ? "a masked action" : "an action without a type"), 40);
    if (action.effect === "guards") return `${type}${enforcementText(action.isEnforced)}`;
    if (action.effect === "forwards")
      return `${type} to ${truncate(action.url.isTemplate ? "an endpoint" : action.url.text, 80)}`;
    return action.effect === "answers" && action.status !== undefined ? `${type} ${action.status}` : type;
  });
  return shortList(descriptions, 4);
};

export const ruleText = (rule: GuardRule): string => `rule ${ruleLocation(rule)} (${describeActions(rule)})`;

const MAX_CONDITIONS = 4;

function describeRule(rule: GuardRule): string {
  const { conditions } = rule;
  if (conditions.length === 0) return describeActions(rule);
  const listed = conditions
    .slice(0, MAX_CONDITIONS)
    .map((condition) => describeCondition(condition, true, 1));
  const omitted = conditions.length - MAX_CONDITIONS;
  const conjunction = [...listed, ...(omitted > 0 ? [`${omitted} more`] : [])].join(" and ");
  return truncate(`${describeActions(rule)} if ${conjunction}`, 300);
}

const MAX_CHANGES = 20;

/**
 * The rules that differ between two policies.
 *
 * @param owner - The route or internal URL that the policies belong to; empty for the main policy.
 */
function changedRules(
  owner: string,
  before: readonly GuardRule[] = [],
  after: readonly GuardRule[] = [],
): GuardChange[] {
  const ofOwner = owner === "" ? "" : ` of ${truncate(owner, 80)}`;
  const pairs = pairRules(before, after);
  const paired = new Set(pairs.values());
  const isReordered = isOrderChanged(before, after, pairs);
  const isUnchanged = (rule: GuardRule) => {
    const counterpart = pairs.get(rule);
    return (
      counterpart !== undefined &&
      isSameRule(rule, counterpart) &&
      (!isReordered || ruleLocation(rule) === ruleLocation(counterpart))
    );
  };
  /** Describes a rule on the side without it. A masked rule on that side may be the same rule. */
  const describeAbsent = (rules: readonly GuardRule[], { phase }: GuardRule) =>
    rules.some((rule) => rule.phase === phase && isMaskedRule(rule)) ? "masked" : null;
  const nameOf = (rule: GuardRule) => `rule ${ruleLocation(rule)}${ofOwner}`;
  const changes = [
    ...before
      .filter((rule) => !isUnchanged(rule))
      .map((rule): GuardChange => {
        const counterpart = pairs.get(rule);
        const absent = describeAbsent(after, rule);
        const transition = findTransition(rule, counterpart, absent !== null, isReordered);
        const afterText = counterpart === undefined ? absent : describeCounterpart(rule, counterpart);
        return { guard: nameOf(rule), before: describeRule(rule), after: afterText, transition };
      }),
    ...after
      .filter((rule) => !paired.has(rule))
      .map((rule): GuardChange => {
        const absent = describeAbsent(before, rule);
        const transition = absent === null ? "added" : "masked";
        return { guard: nameOf(rule), before: absent, after: describeRule(rule), transition };
      }),
  ];
  if (changes.length <= MAX_CHANGES) return changes;
  const rest = changes.slice(MAX_CHANGES);
  const mostSevere = SEVERITY.find((severe) => rest.some(({ transition }) => transition === severe));
  return [
    ...changes.slice(0, MAX_CHANGES),
    {
      guard: `${pluralize(rest.length, "more rule")}${ofOwner}`,
      before: null,
      after: rest.length === 1 ? "differs too" : "differ too",
      transition: mostSevere ?? "harmless",
    },
  ];
}

/** From the most to the least severe. */
const SEVERITY: readonly GuardTransition[] = [
  "removed",
  "changed",
  "reordered",
  "masked",
  "added",
  "harmless",
];

/** True if the order of the restricting rules that both sides share has changed. */
function isOrderChanged(
  before: readonly GuardRule[],
  after: readonly GuardRule[],
  pairs: ReadonlyMap<GuardRule, GuardRule>,
): boolean {
  const indexes = before.flatMap((rule) => {
    const counterpart = pairs.get(rule);
    return counterpart?.phase === rule.phase && restricts(rule) ? [after.indexOf(counterpart)] : [];
  });
  return indexes.some((index, position) => index < (indexes[position - 1] ?? -1));
}

function describeCounterpart(rule: GuardRule, counterpart: GuardRule): string {
  const description = describeRule(counterpart);
  const hasMoved = ruleLocation(rule) !== ruleLocation(counterpart);
  const location = hasMoved ? `${ruleLocation(counterpart)}: ` : "";
  const onlyConfigurationDiffers = describeRule(rule) === description && rule.content !== counterpart.content;
  return `${location}${description}${onlyConfigurationDiffers ? ", with a different configuration" : ""}`;
}

function findTransition(
  rule: GuardRule,
  counterpart: GuardRule | undefined,
  isMasked: boolean,
  isReordered: boolean,
): GuardTransition {
  if (isMasked || isMaskedRule(rule)) return "masked";
  if (!restricts(rule)) return "harmless";
  if (counterpart === undefined) return "removed";
  if (isMaskedRule(counterpart)) return "masked";
  if (isSameRule(rule, counterpart)) return isReordered ? "reordered" : "harmless";
  return rule.phase !== counterpart.phase || rulesDifferVisibly(rule, counterpart) ? "changed" : "masked";
}

const isSameRule = (left: GuardRule, right: GuardRule) =>
  left.content === right.content && left.phase === right.phase;

/** Pairs rules of both sides: those with equal content first, then with equal names, then with equal indexes. */
function pairRules(
  before: readonly GuardRule[],
  after: readonly GuardRule[],
): ReadonlyMap<GuardRule, GuardRule> {
  const pairs = new Map<GuardRule, GuardRule>();
  const paired = new Set<GuardRule>();
  const keys: readonly ((rule: GuardRule) => string | undefined)[] = [
    ({ phase, content }) => `${phase} ${content}`,
    ({ phase, name }) => (name === undefined ? undefined : `${phase} ${name}`),
    ({ phase, index }) => `${phase} ${index}`,
  ];
  for (const keyOf of keys) {
    const unpaired = after.filter((rule) => !paired.has(rule)).toReversed();
    const byKey = Map.groupBy(unpaired, (rule) => keyOf(rule) ?? "");
    byKey.delete("");
    for (const rule of before) {
      const counterpart = pairs.has(rule) ? undefined : byKey.get(keyOf(rule) ?? "")?.pop();
      if (counterpart === undefined) continue;
      pairs.set(rule, counterpart);
      paired.add(counterpart);
    }
  }
  return pairs;
}

/** Maximum number of policies whose rules are compared. */
const MAX_POLICIES = 20;

/** The rules that differ, including rules of the internal endpoints that requests are forwarded to. */
export function compareRules(before: Reachable, after: Reachable): GuardChange[] {
  // A masked rule may forward to a policy that only the other side reaches.
  const isComparable = (name: string) =>
    [before, after].every(({ policies, isMasked }) => policies.has(name) || !isMasked);
  return [...new Set([...before.policies.keys(), ...after.policies.keys()])]
    .filter(isComparable)
    .slice(0, MAX_POLICIES)
    .flatMap((name) =>
      changedRules(name, before.policies.get(name)?.reading?.rules, after.policies.get(name)?.reading?.rules),
    );
}
