import { isDeepStrictEqual } from "node:util";
import { type Field, fieldAt, isRecord, optionFor, type Shape } from "../family/field";
import type { Props } from "../family/resource";
import { alignInput, canonical, isBlank, same } from "../lifecycle/values";

type IsHidden = (value: unknown) => boolean;

/**
 * A program's inputs with the object's own values in place of those that a preview hides: secrets and unknown ids. A
 * list or map that holds a hidden value is taken from the object as a whole.
 */
export function withObserved(shape: Shape, inputs: Props, observed: Props, isHidden: IsHidden): Props {
  const entries = Object.entries(inputs).map(([key, value]) => {
    const field = fieldAt(shape, key);
    const own = Object.hasOwn(observed, key) ? observed[key] : undefined;
    if (isRecord(value) && field?.kind === "object")
      return [key, withObserved(field.shape, value, isRecord(own) ? own : {}, isHidden)] as const;
    return [key, holds(value, isHidden) ? own : value] as const;
  });
  return Object.fromEntries(entries);
}

function holds(value: unknown, isHidden: IsHidden): boolean {
  if (isHidden(value)) return true;
  if (value === null || typeof value !== "object") return false;
  return [...Object.keys(value), ...Object.values(value)].some((part) => holds(part, isHidden));
}

/** How a value that a preview shows only in part compares with the object's own: `open` where the rest decides. */
export type Likeness = "equal" | "different" | "open";

/** Compares an input with the object's own value, as an adoption does. */
export function likeness(field: Field, given: unknown, observed: unknown, isHidden: IsHidden): Likeness {
  const { returned, spelling } = field.meta;
  if (returned === "never" || (returned === "sometimes" && isBlank(observed))) return "equal";
  if (isHidden(given)) return "open";
  if (!holds(given, isHidden)) return toLikeness(same(field, given, alignInput(field, given, observed)));
  const mine = spelling ? spelling.canonical(given) : given;
  const own = spelling ? spelling.canonical(observed) : observed;
  const each = (child: Field) => (item: unknown, other: unknown) => likeness(child, item, other, isHidden);
  switch (field.kind) {
    case "object": {
      const values = isRecord(mine) ? mine : {};
      const others = isRecord(own) ? own : {};
      return all(Object.entries(field.shape).map(([key, child]) => each(child)(values[key], others[key])));
    }
    case "union": {
      const option = optionFor(field.options, mine);
      return option ? likeness(option, mine, own, isHidden) : "open";
    }
    case "list":
      return field.isSet ? likenessOfSets(field, mine, own, isHidden) : below(mine, own, each(field.item));
    case "map":
      return below(mine, own, each(field.value));
    default:
      return likenessOfJson(mine, own, isHidden);
  }
}

const toLikeness = (isEqual: boolean): Likeness => (isEqual ? "equal" : "different");

const all = (parts: readonly Likeness[]): Likeness =>
  parts.includes("different") ? "different" : parts.includes("open") ? "open" : "equal";

/** Two lists, or two objects with any keys, by what is in them. */
function below(one: unknown, other: unknown, each: (item: unknown, other: unknown) => Likeness): Likeness {
  const [items, others] = [itemsIn(one), itemsIn(other)];
  if (Array.isArray(one) !== Array.isArray(other) || items?.size !== others?.size) return "different";
  return all(
    [...(items ?? [])].map(([key, item]) => (others?.has(key) ? each(item, others.get(key)) : "different")),
  );
}

const itemsIn = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  value !== null && typeof value === "object" ? new Map(Object.entries(value)) : undefined;

/** What is hidden may be any of the other items, and any of those that are shown. */
function likenessOfSets(
  field: Extract<Field, { readonly kind: "list" }>,
  mine: unknown,
  own: unknown,
  isHidden: IsHidden,
): Likeness {
  const items = Array.isArray(mine) ? mine : [];
  const shown = items.filter((item) => !holds(item, isHidden));
  const formsOf = (values: unknown) => new Set([canonical(field, values) ?? []].flat().map(String));
  const [some, every] = [formsOf(shown), formsOf(own)];
  const isWithin = [...some].every((form) => every.has(form));
  return isWithin && every.size - some.size <= items.length - shown.length ? "open" : "different";
}

function likenessOfJson(given: unknown, observed: unknown, isHidden: IsHidden): Likeness {
  if (isHidden(given)) return "open";
  if (given === null || typeof given !== "object") return toLikeness(isDeepStrictEqual(given, observed));
  return below(given, observed, (item, other) => likenessOfJson(item, other, isHidden));
}
