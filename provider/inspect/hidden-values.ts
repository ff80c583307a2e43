import { isDeepStrictEqual } from "node:util";
import { type Field, fieldAt, isRecord, optionFor, type Shape } from "../family/field";
import type { Props } from "../family/resource";
import { alignInput, areEqual, canonical, isBlank } from "../lifecycle/values";

type IsHidden = (value: unknown) => boolean;

/**
 * Fills in the values that a preview hides, secrets and unknown ids, from the object. A list or map that contains a
 * hidden value is taken from the object as a whole.
 */
export function fillHidden(shape: Shape, inputs: Props, observed: Props, isHidden: IsHidden): Props {
  const entries = Object.entries(inputs).map(([key, value]) => {
    const field = fieldAt(shape, key);
    const observedValue = Object.hasOwn(observed, key) ? observed[key] : undefined;
    if (isRecord(value) && field?.kind === "object")
      return [
        key,
        fillHidden(field.shape, value, isRecord(observedValue) ? observedValue : {}, isHidden),
      ] as const;
    return [key, containsHidden(value, isHidden) ? observedValue : value] as const;
  });
  return Object.fromEntries(entries);
}

function containsHidden(value: unknown, isHidden: IsHidden): boolean {
  if (isHidden(value)) return true;
  if (value === null || typeof value !== "object") return false;
  return [...Object.keys(value), ...Object.values(value)].some((part) => containsHidden(part, isHidden));
}

/** The result of comparing a partly hidden value with the object's: `undecided` if it depends on the hidden part. */
export type Comparison = "equal" | "different" | "undecided";

/** Compares an input with the object's value, as an adoption does. */
export function compareHidden(
  field: Field,
  given: unknown,
  observed: unknown,
  isHidden: IsHidden,
): Comparison {
  const { returned, spelling } = field.meta;
  if (returned === "never" || (returned === "sometimes" && isBlank(observed))) return "equal";
  if (isHidden(given)) return "undecided";
  if (!containsHidden(given, isHidden))
    return toComparison(areEqual(field, given, alignInput(field, given, observed)));
  const canonicalGiven = spelling ? spelling.canonical(given) : given;
  const canonicalObserved = spelling ? spelling.canonical(observed) : observed;
  const each = (child: Field) => (item: unknown, observedItem: unknown) =>
    compareHidden(child, item, observedItem, isHidden);
  switch (field.kind) {
    case "object": {
      const values = isRecord(canonicalGiven) ? canonicalGiven : {};
      const observedValues = isRecord(canonicalObserved) ? canonicalObserved : {};
      return combine(
        Object.entries(field.shape).map(([key, child]) => each(child)(values[key], observedValues[key])),
      );
    }
    case "union": {
      const option = optionFor(field.options, canonicalGiven);
      return option ? compareHidden(option, canonicalGiven, canonicalObserved, isHidden) : "undecided";
    }
    case "list":
      return field.isSet
        ? compareSets(field, canonicalGiven, canonicalObserved, isHidden)
        : compareItems(canonicalGiven, canonicalObserved, each(field.item));
    case "map":
      return compareItems(canonicalGiven, canonicalObserved, each(field.value));
    default:
      return compareJson(canonicalGiven, canonicalObserved, isHidden);
  }
}

const toComparison = (isEqual: boolean): Comparison => (isEqual ? "equal" : "different");

const combine = (parts: readonly Comparison[]): Comparison =>
  parts.includes("different") ? "different" : parts.includes("undecided") ? "undecided" : "equal";

function compareItems(
  given: unknown,
  observed: unknown,
  each: (item: unknown, observed: unknown) => Comparison,
): Comparison {
  const [items, observedItems] = [itemsIn(given), itemsIn(observed)];
  if (Array.isArray(given) !== Array.isArray(observed) || items?.size !== observedItems?.size)
    return "different";
  const comparisons = [...(items ?? [])].map(([key, item]) =>
    observedItems?.has(key) ? each(item, observedItems.get(key)) : "different",
  );
  return combine(comparisons);
}

const itemsIn = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  value !== null && typeof value === "object" ? new Map(Object.entries(value)) : undefined;

/** A hidden item may equal any item of the other set. */
function compareSets(
  field: Extract<Field, { readonly kind: "list" }>,
  canonicalGiven: unknown,
  canonicalObserved: unknown,
  isHidden: IsHidden,
): Comparison {
  const items = Array.isArray(canonicalGiven) ? canonicalGiven : [];
  const visible = items.filter((item) => !containsHidden(item, isHidden));
  const formsOf = (values: unknown) => new Set([canonical(field, values) ?? []].flat().map(String));
  const [visibleForms, observedForms] = [formsOf(visible), formsOf(canonicalObserved)];
  const isWithin = [...visibleForms].every((form) => observedForms.has(form));
  return isWithin && observedForms.size - visibleForms.size <= items.length - visible.length
    ? "undecided"
    : "different";
}

function compareJson(given: unknown, observed: unknown, isHidden: IsHidden): Comparison {
  if (isHidden(given)) return "undecided";
  if (given === null || typeof given !== "object") return toComparison(isDeepStrictEqual(given, observed));
  return compareItems(given, observed, (item, observedItem) => compareJson(item, observedItem, isHidden));
}
