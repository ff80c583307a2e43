import { type GuardRule, isMaskedValue, maskedValue } from "../traffic-policy/symbolic/policy-reader";
import type { Guard } from "./guard-model";
import { listsDiffer } from "./networks";

/**
 * How a change affects a guard or a rule of a policy, as shown by the preview:
 *
 * - `added`, `removed`: only one side has it.
 * - `changed`: visible parts of it differ.
 * - `reordered`: its order relative to another rule changed.
 * - `masked`: only values that the preview masks differ. They may be the same.
 * - `harmless`: only its index differs, or it denies no one, such as a rule that adds headers.
 */
export type GuardTransition = "added" | "removed" | "changed" | "reordered" | "masked" | "harmless";

/** Distinguishes the versions of a vault secret that the change may set. Ignored, because both values are masked. */
const SECRET_VERSIONS = /@(?:before|after)(?=\\?['"])/g;

/** The transition of a guard that differs between the sides. `after` is undefined for a removed guard. */
export function guardTransition(before: Guard, after: Guard | undefined): GuardTransition {
  // A masked module may not have been set, so its removal may change nothing.
  if (after === undefined) return before.kind === "unreadable" && !before.isSet ? "masked" : "removed";
  // Harmless in itself: the rules of policies have transitions of their own.
  if (before.kind === "policy" && after.kind === "policy") return "harmless";
  const [parts, partsAfter] = [partsOf(before), partsOf(after)];
  const differ =
    parts.length !== partsAfter.length ||
    parts.some((part, index) => partsDifferVisibly(part, partsAfter[index] as Guard));
  return differ ? "changed" : "masked";
}

const partsOf = (guard: Guard): readonly Guard[] => (guard.kind === "all" ? guard.parts : [guard]);

function partsDifferVisibly(before: Guard, after: Guard): boolean {
  const areShown = [before, after].every((guard) => guard.kind !== "unreadable" || guard.isUnsupported);
  if (before.kind === "unreadable" && after.kind === "unreadable")
    return areShown && before.content !== after.content;
  if (before.kind === "unreadable" || after.kind === "unreadable") return areShown;
  if (before.kind === "address" && after.kind === "address")
    return after.networks.differsVisibly(before.networks);
  if (before.kind === "one of" && after.kind === "one of") {
    const valuesOf = ({ entries = [] }: typeof before) =>
      entries.map(({ kind, value, content = "" }) =>
        value === undefined ? maskedValue(`${kind} ${content}`) : `${kind} ${value}`,
      );
    return (
      before.scope !== after.scope ||
      (before.entries === undefined) !== (after.entries === undefined) ||
      listsDiffer(valuesOf(before), valuesOf(after)) ||
      valuesDifferVisibly(before.application, after.application)
    );
  }
  if (before.kind === "signature" && after.kind === "signature") {
    const textOf = ({ secret }: typeof before) => (secret && "text" in secret ? secret.text : undefined);
    const texts = [textOf(before), textOf(after)];
    return before.provider !== after.provider || (!texts.includes(undefined) && texts[0] !== texts[1]);
  }
  return valuesDifferVisibly(before, after);
}

const comparableRule = ({ conditions, actions }: GuardRule) => ({
  conditions,
  actions: actions.map((action) => {
    const { content, index, reads, ...visible } = action;
    // Which variables matter depends on the rules that read them, so any difference in the action counts as visible.
    if (setsVariables(action)) return { type: visible.type, content };
    if (visible.effect !== "unknown") return visible;
    return { type: visible.type, content: visible.isHidden ? maskedValue(content) : content };
  }),
});

export const rulesDifferVisibly = (before: GuardRule, after: GuardRule): boolean =>
  valuesDifferVisibly(comparableRule(before), comparableRule(after));

/** True for a masked string, or an object with a masked `text`. */
const isMasked = (value: unknown): boolean =>
  typeof value === "string"
    ? isMaskedValue(value)
    : value !== null && typeof value === "object" && "text" in value && isMasked(value.text);

/** True if visible parts of two JSON values differ. A masked value may equal any other. */
function valuesDifferVisibly(before: unknown, after: unknown): boolean {
  const values = [before, after];
  if (values.some(isMasked)) return false;
  if (typeof before === "string" && typeof after === "string")
    return before.replaceAll(SECRET_VERSIONS, "") !== after.replaceAll(SECRET_VERSIONS, "");
  if (!values.every((value) => value !== null && typeof value === "object")) return before !== after;
  const [left, right] = values as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].some((key) =>
    valuesDifferVisibly(left[key], right[key]),
  );
}

const setsVariables = (action: GuardRule["actions"][number]): boolean =>
  action.effect === "changes" && action.target === "vars";

/** True for a rule that may deny requests, or sets variables for the conditions of such rules. */
export const restricts = ({ actions }: GuardRule): boolean =>
  actions.some((action) =>
    action.effect === "guards"
      ? action.isEnforced
      : setsVariables(action) || (action.effect !== "none" && action.effect !== "changes"),
  );

export const isMaskedRule = ({ actions }: GuardRule): boolean =>
  actions.some((action) => action.effect === "unknown" && action.isHidden);
