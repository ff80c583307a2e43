import { type Each, type Field, isRecord, mapBelow, mapShape, optionFor } from "../../family/field";
import { isId } from "../../family/id-prefixes";
import { sorted } from "../../family/sorted";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";

/**
 * Canonical form for comparing a property's values: defaults filled in, sets sorted, spellings normalized. An absent
 * value, null, "", [] and {} are equivalent.
 */
export function canonical(field: Field, value: unknown): unknown {
  const { meta } = field;
  if (value === UNKNOWN) return UNKNOWN;
  const given = isAbsent(field, value) ? field.defaultValue : value;
  if (given === undefined || given === null) return undefined;
  const spelled = meta.spelling ? meta.spelling.canonical(given) : given;
  const result = canonicalBelow(field, spelled);
  return isBlank(result) && !meta.significantWhenEmpty ? undefined : result;
}

/** An object whose keys have defaults means something by being present; most other values may be blank. */
function isAbsent(field: Field, value: unknown): boolean {
  const hasMeaning = field.kind === "object" || field.meta.significantWhenEmpty;
  return hasMeaning ? value === undefined || value === null : isBlank(value);
}

function canonicalBelow(field: Field, value: unknown): unknown {
  if (field.kind === "object" && isRecord(value))
    return sorted(mapShape(field.shape, (child, key) => canonical(child, value[key])));
  // A blank item is still an item.
  const items = mapBelow(field, value, (child, item) => canonical(child, item) ?? item);
  return field.kind === "list" && field.isSet && Array.isArray(items)
    ? [...new Set(items.map((item) => JSON.stringify(item)))].sort()
    : sorted(items);
}

/** Whether the service treats two values of a property as equal. An unknown value never equals another. */
export function areEqual(field: Field, one: unknown, other: unknown): boolean {
  // Fast path for the common case: an unchanged policy is not even parsed.
  if (one === other) return !holdsUnknown(one);
  const [text, otherText] = [one, other].map((value) => JSON.stringify(canonical(field, value)));
  return text === otherText && text?.includes(UNKNOWN) !== true;
}

/**
 * An observed value in the shape and spelling of the program's value. Equivalent values keep the program's spelling,
 * values that the service filled in are left out, and real differences show the observed value.
 */
export function alignWithProgram(field: Field, given: unknown, observed: unknown): unknown {
  if (areEqual(field, given, observed)) return given;
  if (field.kind !== "object" || !isRecord(observed))
    return mapPairs(field, given, observed, (child, before, item) => alignInput(child, before, item) ?? item);
  const before = isRecord(given) ? given : {};
  return mapShape(field.shape, (child, key) => alignInput(child, before[key], observed[key]) ?? undefined);
}

/** The same for one key of an object. Keeps the program's value for keys that the service may not return. */
export function alignInput(field: Field, given: unknown, observed: unknown): unknown {
  const { meta } = field;
  if (meta.returned === "never" || observed === undefined) return given;
  // The service may stop returning deprecated fields before programs stop setting them.
  if ((meta.returned === "sometimes" || field.isKept) && isBlank(observed)) return given;
  // A blank value also leaves the choice to the service; the program's spelling is kept.
  if (field.hasServerDefault && isAbsent(field, given)) return given;
  if (given === undefined && areEqual(field, undefined, observed)) return undefined;
  if (isNameOf(field, given, observed)) return given;
  return alignWithProgram(field, given, observed);
}

/**
 * True if a program gives another name than an id, such as a user's e-mail address, and the service returns an id. Which
 * object has the name is unknown, so the two count as equal.
 */
export const isNameOf = ({ meta }: Field, given: unknown, observed: unknown): boolean =>
  meta.alsoByName === true && typeof given === "string" && !isId(given) && isId(observed);

/**
 * A program's new value in the spelling of its earlier one where both are equivalent, so that a preview shows real
 * changes only. Unlike in a response, a key missing from a program is removed.
 */
export function keepSpelling(field: Field, before: unknown, value: unknown): unknown {
  if (before === undefined) return value;
  const keepsKeys = hasSpelledKeys(field);
  if (keepsKeys && field.kind === "map") return value;
  if (!keepsKeys && areEqual(field, before, value)) return before;
  if (field.kind !== "object" || !isRecord(before)) return mapPairs(field, before, value, keepSpelling);
  return mapBelow(field, value, (child, item, key) => keepSpelling(child, before[String(key)], item));
}

/**
 * True for maps whose keys have several spellings, and for what contains them. The engine marks secrets by key, so a
 * program's own keys stay.
 */
const hasSpelledKeys = (field: Field): boolean =>
  field.kind === "map"
    ? field.meta.spelling !== undefined
    : field.kind === "object" && Object.values(field.shape).some(hasSpelledKeys);

/**
 * Maps each item of a value that has a counterpart in an earlier value: under the same key of a map, or at the same
 * position of ordered lists of equal length.
 */
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
  return mapBelow(field, value, (child, item, at) => each(child, before[Number(at)], item));
}

/** A free-form map whose keys take the spelling of another map's equivalent keys. */
function withSpelledKeys({ meta }: Field, spelled: Record<string, unknown>, value: unknown): unknown {
  const form = meta.spelling?.canonical;
  if (!form || !isRecord(value)) return value;
  const formOf = (key: string) => JSON.stringify(form({ [key]: true }));
  const spellings = new Map(Object.keys(spelled).map((key) => [formOf(key), key]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [spellings.get(formOf(key)) ?? key, item]),
  );
}

/** Absent in one of the forms that services use for absence. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Turns null into an empty list for list fields, so that programs can iterate without a check. */
export const withLists: Each = (field, value) =>
  value === null && field.kind === "list" ? [] : mapBelow(field, value, withLists);
