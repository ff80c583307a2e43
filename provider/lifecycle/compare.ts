import {
  defaultOf,
  type Field,
  hasServerDefault,
  isRecord,
  mapBelow,
  mapShape,
  optionFor,
} from "../family/field";
import { sorted } from "../family/sorted";
import { holdsUnknown, UNKNOWN } from "../family/unknown";

/**
 * The form in which values of a property are compared: defaults filled in, sets sorted, spellings unified. An absent
 * value, null, "", [] and {} are the same absence.
 */
export function canonical(field: Field, value: unknown): unknown {
  const { meta } = field;
  if (value === UNKNOWN) return UNKNOWN;
  const given = isAbsent(field, value) ? defaultOf(field) : value;
  if (given === undefined || given === null) return undefined;
  const spelled = meta.spelling ? meta.spelling.canonical(given) : given;
  const result = canonicalBelow(field, spelled);
  return isBlank(result) && !meta.significantWhenEmpty ? undefined : result;
}

/** An object that is there says something by that, since its keys have defaults; most of the rest may be blank. */
function isAbsent(field: Field, value: unknown): boolean {
  const speaks = field.kind === "object" || field.meta.significantWhenEmpty;
  return speaks ? value === undefined || value === null : isBlank(value);
}

function canonicalBelow(field: Field, value: unknown): unknown {
  if (field.kind === "object" && isRecord(value))
    return sorted(mapShape(field.shape, (child, key) => canonical(child, value[key])));
  // An item that is blank is an item all the same.
  const items = mapBelow(field, value, (child, item) => canonical(child, item) ?? item);
  return field.kind === "list" && field.isSet && Array.isArray(items)
    ? [...new Set(items.map((item) => JSON.stringify(item)))].sort()
    : sorted(items);
}

/** Whether two values of a property mean the same to the service. An unknown value is never the same as another. */
export function same(field: Field, one: unknown, other: unknown): boolean {
  if (holdsUnknown(one) || holdsUnknown(other)) return false;
  // Most values have not changed: a policy is not even read then.
  if (one === other) return true;
  return JSON.stringify(canonical(field, one)) === JSON.stringify(canonical(field, other));
}

/**
 * An observed value in the shape and spelling of the value that the program gave: what means the same keeps the
 * program's spelling, what the service filled in by itself is left out, what really differs is the observed value.
 */
export function align(field: Field, given: unknown, observed: unknown): unknown {
  if (same(field, given, observed)) return given;
  if (field.kind !== "object" || !isRecord(observed))
    return belowBoth(
      field,
      given,
      observed,
      (child, before, item) => alignInput(child, before, item) ?? item,
    );
  const before = isRecord(given) ? given : {};
  return mapShape(field.shape, (child, key) => alignInput(child, before[key], observed[key]) ?? undefined);
}

/** The same for one key of an object: what the service may or must not tell keeps the program's value. */
export function alignInput(field: Field, given: unknown, observed: unknown): unknown {
  const { meta } = field;
  if (meta.returned === "never" || observed === undefined) return given;
  // What is deprecated may go from the responses before it goes from programs.
  if ((meta.returned === "sometimes" || meta.unset === "kept") && isBlank(observed)) return given;
  // Left blank it is the service's choice as well, which the program's spelling goes on saying.
  if (hasServerDefault(field) && isAbsent(field, given)) return given;
  if (given === undefined && same(field, undefined, observed)) return undefined;
  return align(field, given, observed);
}

/**
 * A program's new value in the spelling of its earlier one, wherever both mean the same, so that a preview shows real
 * changes only. Unlike a response, a program that leaves a key out means that it is gone.
 */
export function keepSpelling(field: Field, before: unknown, value: unknown): unknown {
  if (before === undefined) return value;
  if (same(field, before, value)) return before;
  if (field.kind !== "object" || !isRecord(before)) return belowBoth(field, before, value, keepSpelling);
  return mapBelow(field, value, (child, item, key) => keepSpelling(child, before[String(key)], item));
}

/**
 * A value with each item below it replaced, where an earlier value has one in the same place: under the key of a map or,
 * of lists of one length whose order matters, at the same position.
 */
function belowBoth(
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
    const spelled = keysSpelledAs(field, before, value);
    return mapBelow(field, spelled, (child, item, key) =>
      Object.hasOwn(before, String(key)) ? each(child, before[String(key)], item) : item,
    );
  }
  if (field.kind !== "list" || field.isSet || !Array.isArray(before) || !Array.isArray(value)) return value;
  if (before.length !== value.length) return value;
  return mapBelow(field, value, (child, item, at) => each(child, before[Number(at)], item));
}

/** A free map with each key in the spelling that another map has for it, so that they differ in nothing else. */
function keysSpelledAs({ meta }: Field, spelled: Record<string, unknown>, value: unknown): unknown {
  const form = meta.spelling?.canonical;
  if (!form || !isRecord(value)) return value;
  const formOf = (key: string) => JSON.stringify(form({ [key]: true }));
  const spellings = new Map(Object.keys(spelled).map((key) => [formOf(key), key]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [spellings.get(formOf(key)) ?? key, item]),
  );
}

/** Absent in one of the ways in which services answer absence. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}
