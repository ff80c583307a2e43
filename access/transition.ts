import type { GuardRule } from "../traffic-policy/symbolic/guards";
import type { Guard } from "./guard-model";
import { isMaskedValue, listsDiffer, maskedValue } from "./masking";

/**
 * What a change does to a guard or to a rule of a policy, as far as the preview shows it:
 *
 * - `added`, `removed`: only one side has it.
 * - `changed`: visible parts of it differ.
 * - `reordered`: it now runs before a rule that it ran after, or the reverse.
 * - `masked`: only values that the preview masks differ. They may be the same.
 * - `harmless`: it denies nobody, such as a rule that adds headers, or only its index differs.
 */
export type GuardTransition = "added" | "removed" | "changed" | "reordered" | "masked" | "harmless";

/** Follows the name of a vault's secret whose value the change may set: the value is masked on both sides. */
const SECRET_VERSIONS = /@(?:before|after)(?=\\?['"])/g;

/** What the change does to a guard that differs; undefined stands for none. */
export function guardTransition(before: Guard | undefined, after: Guard | undefined): GuardTransition {
  if (before === undefined) return "added";
  if (after === undefined) return before.asks === "unseen" && !before.isSet ? "masked" : "removed";
  // Rules say what differs between policies.
  if (before.asks === "policy" && after.asks === "policy") return "harmless";
  return guardsDiffer(before, after) ? "changed" : "masked";
}

/** True if visible parts of two guards differ. */
function guardsDiffer(before: Guard, after: Guard): boolean {
  const [then, now] = [partsOf(before), partsOf(after)];
  return then.length !== now.length || then.some((part, at) => partsDiffer(part, now[at] as Guard));
}

const partsOf = (guard: Guard): readonly Guard[] => (guard.asks === "all" ? guard.parts : [guard]);

function partsDiffer(before: Guard, after: Guard): boolean {
  if (before.asks === "unseen" && after.asks === "unseen")
    return before.isShown === true && after.isShown === true && before.content !== after.content;
  if (before.asks === "unseen") return before.isShown === true;
  if (after.asks === "unseen") return after.isShown === true;
  if (before.asks === "address" && after.asks === "address")
    return after.networks.differsVisibly(before.networks);
  if (before.asks === "one of" && after.asks === "one of") {
    const valuesOf = ({ entries = [] }: typeof before) =>
      entries.map(({ kind, value, content = "" }) =>
        value === undefined ? maskedValue(`${kind} ${content}`) : `${kind} ${value}`,
      );
    return (
      before.scope !== after.scope ||
      (before.entries === undefined) !== (after.entries === undefined) ||
      listsDiffer(valuesOf(before), valuesOf(after)) ||
      differsVisibly(before.application, after.application)
    );
  }
  if (before.asks === "signature" && after.asks === "signature") {
    const textOf = ({ secret }: typeof before) => (secret && "text" in secret ? secret.text : undefined);
    const texts = [textOf(before), textOf(after)];
    return before.provider !== after.provider || (!texts.includes(undefined) && texts[0] !== texts[1]);
  }
  return differsVisibly(before, after);
}

/** What a rule says, without what identifies it. */
const statement = ({ conditions, actions }: GuardRule) => ({
  conditions,
  actions: actions.map((action) => {
    const { content, index, reads, ...said } = action;
    if (said.effect !== "unknown") return said;
    return { type: said.type, content: said.isHidden ? maskedValue(content) : content };
  }),
});

/** True if visible parts of two rules differ. */
export const rulesDiffer = (before: GuardRule, after: GuardRule): boolean =>
  differsVisibly(statement(before), statement(after));

/** True for a masked text, and for one of a configuration. */
const isMasked = (value: unknown): boolean =>
  typeof value === "string"
    ? isMaskedValue(value)
    : value !== null && typeof value === "object" && "text" in value && isMasked(value.text);

/** True if two values of data differ in more than masked values. */
function differsVisibly(before: unknown, after: unknown): boolean {
  const values = [before, after];
  if (values.some(isMasked)) return false;
  if (typeof before === "string" && typeof after === "string")
    return before.replaceAll(SECRET_VERSIONS, "") !== after.replaceAll(SECRET_VERSIONS, "");
  if (!values.every((value) => value !== null && typeof value === "object")) return before !== after;
  const [then, now] = values as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].some((key) =>
    differsVisibly(then[key], now[key]),
  );
}

/** True if a rule may deny requests or decide where they go. */
export const restricts = ({ actions }: GuardRule): boolean =>
  actions.some(
    (action) =>
      action.effect !== "none" &&
      action.effect !== "changes" &&
      (action.effect !== "guards" || action.isEnforced !== false),
  );

/** True if a rule stands for rules that the preview masks. */
export const isMaskedRule = ({ actions }: GuardRule): boolean =>
  actions.some((action) => action.effect === "unknown" && action.isHidden);
