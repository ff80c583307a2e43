import { sorted } from "../../family/collections";
import { type Field, type FieldMapper, isRecord, mapBelow, mapShape, optionFor } from "../../family/field";
import { isId } from "../../family/id-prefixes";
import type { Props } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";

export const isPresent = (value: unknown): value is NonNullable<unknown> =>
  value !== undefined && value !== null;

/** True for each form in which services represent an absent value. */
export const isBlank = (value: unknown): boolean =>
  !isPresent(value) || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/** True for a module that is set and not disabled. */
export const isEnabled = (value: unknown): boolean => isRecord(value) && value.enabled !== false;

/** True for an absent value, and for a blank one unless the field's emptiness has a meaning. */
export const isMeaningless = (field: Field, value: unknown): boolean =>
  !isPresent(value) || (isBlank(value) && !field.meta.significantWhenEmpty);

/** True for a value that counts as unset. An empty object doesn't, because its keys may have defaults. */
const isUnset = (field: Field, value: unknown): boolean =>
  field.kind === "object" ? !isPresent(value) : isMeaningless(field, value);

/** Returns a canonical form with defaults and sorted sets. Absent values, null, "", [], and {} are equivalent. */
export function canonical(field: Field, value: unknown): unknown {
  if (value === UNKNOWN) return UNKNOWN;
  const present = isUnset(field, value) ? field.defaultValue : value;
  if (!isPresent(present)) return undefined;
  const { spelling } = field.meta;
  const result = canonicalBelow(field, spelling ? spelling.canonical(present) : present);
  return isMeaningless(field, result) ? undefined : result;
}

/** True if a program leaves the value to the service; a blank value does so, too. */
export const leavesChoice = (field: Field, value: unknown): boolean =>
  field.hasServerDefault && isUnset(field, value);

function canonicalBelow(field: Field, value: unknown): unknown {
  if (field.kind === "object" && isRecord(value))
    return sorted(mapShape(field.shape, (child, key) => canonical(child, value[key])));
  const items = mapBelow(field, value, (child, item) => canonical(child, item) ?? item);
  return field.kind === "list" && field.isSet && Array.isArray(items)
    ? [...new Set(items.map((item) => JSON.stringify(item)))].sort()
    : sorted(items);
}

/** True if the service treats two values as equal. An unknown value never equals another. */
export function areEqual(field: Field, a: unknown, b: unknown): boolean {
  // The common case: an unchanged policy isn't parsed.
  if (a === b) return !holdsUnknown(a);
  const [text, otherText] = [a, b].map((value) => JSON.stringify(canonical(field, value)));
  return text === otherText && text?.includes(UNKNOWN) !== true;
}

/** Returns an observed value in the program's spelling, without values that the service filled in. */
export function alignWithProgram(field: Field, declared: unknown, observed: unknown): unknown {
  if (areEqual(field, declared, observed)) return declared;
  if (field.kind !== "object" || !isRecord(observed))
    return mapPairs(field, declared, observed, (child, old, item) => alignInput(child, old, item) ?? item);
  const before = isRecord(declared) ? declared : {};
  // If a response contains one option of a choice, the others are not chosen.
  const complete = field.isChoice ? mapShape(field.shape, (_, key) => observed[key] ?? null) : observed;
  return mapShape(field.shape, (child, key) => alignInput(child, before[key], complete[key]) ?? undefined);
}

/** Like `alignWithProgram` for one key of an object. Keeps the program's value if the service may omit the key. */
export function alignInput(field: Field, declared: unknown, observed: unknown): unknown {
  const { meta } = field;
  if (meta.returned === "never" || observed === undefined) return declared;
  // The service may omit a secret. It may also drop deprecated fields before programs do.
  if ((meta.returned === "sometimes" || field.isKept) && isBlank(observed)) return declared;
  if (leavesChoice(field, declared)) return declared;
  if (declared === undefined && areEqual(field, undefined, observed)) return undefined;
  if (isNameOf(field, declared, observed)) return declared;
  return alignWithProgram(field, declared, observed);
}

/** True if the program sets a name, such as an email address, and the service returns an id: they count as equal. */
export const isNameOf = ({ meta }: Field, declared: unknown, observed: unknown): boolean =>
  meta.alsoByName === true && typeof declared === "string" && !isId(declared) && isId(observed);

/** Returns a new value with the old spelling of equivalent parts, so that previews show only real changes. */
export function keepSpelling(field: Field, before: unknown, value: unknown): unknown {
  if (before === undefined) return value;
  const keepsKeys = hasSpelledKeys(field);
  if (keepsKeys && field.kind === "map") return value;
  if (!keepsKeys && areEqual(field, before, value)) return before;
  if (field.kind !== "object" || !isRecord(before)) return mapPairs(field, before, value, keepSpelling);
  return mapBelow(field, value, (child, item, key) => keepSpelling(child, before[String(key)], item));
}

/** True for a map whose keys have several spellings, or an object with one. The engine marks secrets by the keys as written. */
const hasSpelledKeys = (field: Field): boolean =>
  field.kind === "map"
    ? field.meta.spelling !== undefined
    : field.kind === "object" && Object.values(field.shape).some(hasSpelledKeys);

/** Maps each item that has a counterpart in `before`: the same key of a map, or position in a list of equal length. */
function mapPairs(
  field: Field,
  before: unknown,
  value: unknown,
  each: (field: Field, before: unknown, item: unknown) => unknown,
): unknown {
  if (field.kind === "union") {
    const option = optionFor(field.options, value);
    return option && option === optionFor(field.options, before) ? each(option, before, value) : value;
  }
  if (field.kind === "map" && isRecord(before)) {
    const spelled = withSpelledKeys(field, before, value);
    return mapBelow(field, spelled, (child, item, key) =>
      Object.hasOwn(before, String(key)) ? each(child, before[String(key)], item) : item,
    );
  }
  if (field.kind !== "list" || field.isSet || !Array.isArray(before) || !Array.isArray(value)) return value;
  if (before.length !== value.length) return value;
  return mapBelow(field, value, (child, item, index) => each(child, before[Number(index)], item));
}

/** Returns a map with the keys of `spelled` instead of equivalent ones. */
export function withSpelledKeys({ meta }: Field, spelled: Props, value: unknown): unknown {
  const form = meta.spelling?.canonical;
  if (!form || !isRecord(value)) return value;
  const formOf = (key: string) => JSON.stringify(form({ [key]: true }));
  const spellings = new Map(Object.keys(spelled).map((key) => [formOf(key), key]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [spellings.get(formOf(key)) ?? key, item]),
  );
}

/** Replaces null with an empty list in list fields, so that programs can iterate without a check. */
export const withLists: FieldMapper = (field, value) =>
  value === null && field.kind === "list" ? [] : mapBelow(field, value, withLists);
