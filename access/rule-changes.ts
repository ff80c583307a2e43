import type { GuardRule } from "../traffic-policy/symbolic/guards";
import type { Access } from "./access-model";
import { forwardedTo } from "./forward-destinations";
import { enforcementText, type TrafficPolicy } from "./guard-model";
import type { Internal, InternalEndpoints } from "./internal-endpoints";
import { counted, shortList } from "./lists-in-words";
import { type GuardTransition, isMaskedRule, restricts, rulesDiffer } from "./transition";
import { conditionText } from "./words";

/** A guard or rule on both sides of a change; null where it is absent. */
export interface RuleChange {
  readonly guard: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly transition: GuardTransition;
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Where a rule is: `on_http_request[0] "admins only"`. */
const placeOf = ({ phase, index, name }: GuardRule): string =>
  `${phase}[${index}]${name === undefined ? "" : ` ${JSON.stringify(cut(name, 60))}`}`;

const actionsOf = ({ actions }: GuardRule): string => {
  const types = actions.map((action) => {
    const isHidden = action.effect === "unknown" && action.isHidden;
    const type = cut(action.type || (isHidden ? "what is hidden" : "an action without a type"), 40);
    if (action.effect === "guards") return `${type}${enforcementText(action.isEnforced)}`;
    if (action.effect === "forwards")
      return `${type} to ${cut(action.url.isFilledIn ? "an endpoint" : action.url.text, 80)}`;
    return action.effect === "answers" && action.status !== undefined ? `${type} ${action.status}` : type;
  });
  return shortList(types, 4);
};

/** A rule with its place and what it does. */
export const ruleText = (rule: GuardRule): string => `rule ${placeOf(rule)} (${actionsOf(rule)})`;

/** What a rule says, in words. */
function meaningOf(rule: GuardRule): string {
  if (rule.conditions.length === 0) return actionsOf(rule);
  const when = rule.conditions.slice(0, 4).map((condition) => conditionText(condition, true, 1));
  const more = rule.conditions.length > 4 ? [`${rule.conditions.length - 4} more`] : [];
  return cut(`${actionsOf(rule)} if ${[...when, ...more].join(" and ")}`, 300);
}

const MOST_CHANGES = 20;

/**
 * The rules that differ between two policies. One that is there with other neighbours has moved; one with the same name
 * has changed.
 *
 * @param where - URL of the internal endpoint that the policy is of; empty for the policy itself.
 */
function ruleChanges(
  where: string,
  before: readonly GuardRule[] | undefined,
  after: readonly GuardRule[] | undefined,
): RuleChange[] {
  const at = where === "" ? "" : ` of ${cut(where, 80)}`;
  const [then, now] = unequal(before ?? [], after ?? []);
  const partners = paired(then, now);
  const taken = new Set(partners.values());
  const absent = (rules: readonly GuardRule[] | undefined, { phase }: GuardRule) =>
    rules?.some((rule) => rule.phase === phase && isMaskedRule(rule)) ? "not shown" : null;
  const isReordered = areReordered(then, now, partners);
  const changes = [
    ...then.map((rule) => changeOf(rule, partners.get(rule), at, absent(after, rule), isReordered)),
    ...now
      .filter((rule) => !taken.has(rule))
      .map((rule): RuleChange => {
        const hidden = absent(before, rule);
        const guard = `rule ${placeOf(rule)}${at}`;
        const transition = hidden === null ? "added" : "masked";
        return { guard, before: hidden, after: meaningOf(rule), transition };
      }),
  ];
  if (changes.length <= MOST_CHANGES) return changes;
  const rest = changes.slice(MOST_CHANGES);
  // The most severe of them stands for all.
  const [{ transition }] = rest.sort(
    (one, other) => SEVERITY.indexOf(one.transition) - SEVERITY.indexOf(other.transition),
  ) as [RuleChange];
  return [
    ...changes.slice(0, MOST_CHANGES),
    {
      guard: `${counted(rest.length, "more rule")}${at}`,
      before: null,
      after: rest.length === 1 ? "differs too" : "differ too",
      transition,
    },
  ];
}

const SEVERITY: readonly GuardTransition[] = [
  "removed",
  "changed",
  "reordered",
  "masked",
  "added",
  "harmless",
];

/** True if rules that are on both sides and restrict something run in another order. */
function areReordered(
  before: readonly GuardRule[],
  after: readonly GuardRule[],
  partners: ReadonlyMap<GuardRule, GuardRule>,
): boolean {
  const order = before.flatMap((rule) => {
    const partner = partners.get(rule);
    return partner?.phase === rule.phase && restricts(rule) ? [after.indexOf(partner)] : [];
  });
  return order.some((place, at) => at > 0 && place < (order[at - 1] as number));
}

function changeOf(
  rule: GuardRule,
  other: GuardRule | undefined,
  at: string,
  absent: string | null,
  isReordered: boolean,
): RuleChange {
  const guard = `rule ${placeOf(rule)}${at}`;
  const [was, is] = [meaningOf(rule), other && meaningOf(other)];
  const transition = transitionOf(rule, other, absent !== null, isReordered);
  if (other === undefined) return { guard, before: was, after: absent, transition };
  const isThere = rule.phase === other.phase && rule.index === other.index && rule.name === other.name;
  const place = isThere ? "" : `${placeOf(other)}: `;
  const isAlike = was === is && rule.content !== other.content;
  const after = `${place}${is}${isAlike ? ", with another configuration" : ""}`;
  return { guard, before: was, after, transition };
}

function transitionOf(
  rule: GuardRule,
  other: GuardRule | undefined,
  isMasked: boolean,
  isReordered: boolean,
): GuardTransition {
  if (isMasked || isMaskedRule(rule)) return "masked";
  if (!restricts(rule)) return "harmless";
  if (other === undefined) return "removed";
  if (isMaskedRule(other)) return "masked";
  if (rule.content === other.content && rule.phase === other.phase)
    return isReordered ? "reordered" : "harmless";
  return rule.phase !== other.phase || rulesDiffer(rule, other) ? "changed" : "masked";
}

/** Without what both begin and end with. */
function unequal(
  before: readonly GuardRule[],
  after: readonly GuardRule[],
): [readonly GuardRule[], readonly GuardRule[]] {
  const isSame = (one: GuardRule | undefined, other: GuardRule | undefined) =>
    one !== undefined && other !== undefined && one.content === other.content && one.phase === other.phase;
  let start = 0;
  while (isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    isSame(before[before.length - 1 - end], after[after.length - 1 - end])
  )
    end += 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

/** What each rule has become: the same in another place, or else the one of its name, or of its place. */
function paired(
  before: readonly GuardRule[],
  after: readonly GuardRule[],
): ReadonlyMap<GuardRule, GuardRule> {
  const pairs = new Map<GuardRule, GuardRule>();
  const taken = new Set<GuardRule>();
  const ways: readonly ((rule: GuardRule) => string | undefined)[] = [
    ({ phase, content }) => `${phase} ${content}`,
    ({ phase, name }) => (name === undefined ? undefined : `${phase} ${name}`),
    ({ phase, index }) => `${phase} ${index}`,
  ];
  for (const keyOf of ways) {
    const byKey = new Map<string, GuardRule[]>();
    for (const rule of after.toReversed()) {
      const key = taken.has(rule) ? undefined : keyOf(rule);
      if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), rule]);
    }
    for (const rule of before) {
      const other = pairs.has(rule) ? undefined : byKey.get(keyOf(rule) ?? "")?.pop();
      if (other === undefined) continue;
      pairs.set(rule, other);
      taken.add(other);
    }
  }
  return pairs;
}

/** Rules that differ, of the policies of both sides and of the internal endpoints that they forward to. */
export function rulesOf(
  before: readonly Access[],
  after: readonly Access[],
  internal: Internal,
): RuleChange[] {
  const [then, now] = [policiesBehind(before, internal.before), policiesBehind(after, internal.after)];
  const hides = (all: readonly Access[], policies: ReadonlyMap<string, TrafficPolicy>) =>
    all.some(({ guards }) => guards.some(({ guard }) => guard.asks === "unseen" && guard.isPolicy)) ||
    [...policies.values()].some(({ reading }) => reading?.rules.some(isMaskedRule));
  const [wasHidden, isHiddenNow] = [hides(before, then), hides(after, now)];
  // Rules that are not shown may lead there.
  const isTold = (key: string) => (then.has(key) || !wasHidden) && (now.has(key) || !isHiddenNow);
  const keys = [...new Set([...then.keys(), ...now.keys()])].filter(isTold).slice(0, 20);
  return keys.flatMap((key) => ruleChanges(key, then.get(key)?.reading?.rules, now.get(key)?.reading?.rules));
}

/** Policies by the route that they are of, or by the URL of the internal endpoint that requests are forwarded to. */
function policiesBehind(all: readonly Access[], internal: InternalEndpoints): Map<string, TrafficPolicy> {
  const found = new Map<string, TrafficPolicy>();
  const owners = all.flatMap((access, at) => [
    { name: at === 0 ? "" : access.name, guards: access.guards },
    ...(access.routes ?? []).map((route) => ({ name: route.access.name, guards: route.access.guards })),
  ]);
  const open = owners.flatMap(({ name, guards }) =>
    guards.flatMap(({ guard }) => (guard.asks === "policy" ? [{ name, policy: guard }] : [])),
  );
  for (let next = open.pop(); next && found.size < 20; next = open.pop()) {
    if (found.has(next.name)) continue;
    found.set(next.name, next.policy);
    for (const url of forwardedTo(next.policy.reading?.rules ?? [], internal.urls))
      for (const { policy: inner } of internal.at(url) ?? [])
        if ("asks" in inner) open.push({ name: url, policy: inner });
  }
  return found;
}
