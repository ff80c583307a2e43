import { z } from "zod";
import { metaOf, schemaAt, shapeOf, unwrap } from "../family/fields";
import { sorted } from "../family/sorted";
import { holdsUnknown, UNKNOWN } from "../family/unknown";

/**
 * The form in which values of a property are compared: defaults filled in, sets sorted, spellings unified. An absent
 * value, null, "", [] and {} are the same absence.
 */
export function canonical(schema: z.ZodType, value: unknown): unknown {
  const meta = metaOf(schema);
  if (value === UNKNOWN) return UNKNOWN;
  const given = isAbsent(schema, value) ? meta.default : value;
  if (given === undefined || given === null) return undefined;
  const spelled = meta.canonical ? meta.canonical(given) : given;
  const result = canonicalChildren(schema, spelled);
  return isBlank(result) && !meta.significantWhenEmpty ? undefined : result;
}

/** An object that is there says something by that, since its keys have defaults; most of the rest may be blank. */
function isAbsent(schema: z.ZodType, value: unknown): boolean {
  const speaks = shapeOf(schema) !== undefined || metaOf(schema).significantWhenEmpty;
  return speaks ? value === undefined || value === null : isBlank(value);
}

function canonicalChildren(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  const shape = shapeOf(inner);
  if (shape && isRecord(value)) {
    const entries = Object.entries(shape).map(([key, child]) => [key, canonical(child, value[key])] as const);
    return sorted(Object.fromEntries(entries.filter(([, child]) => child !== undefined)));
  }
  if (Array.isArray(value)) {
    const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
    const items = element ? value.map((item) => canonical(element, item) ?? item) : value;
    return metaOf(inner).set ? [...new Set(items.map((item) => JSON.stringify(item)))].sort() : items;
  }
  return sorted(value);
}

/** Whether two values of a property mean the same to the service. An unknown value is never the same as another. */
export function same(schema: z.ZodType, one: unknown, other: unknown): boolean {
  if (holdsUnknown(one) || holdsUnknown(other)) return false;
  // Most values have not changed: a policy is not even read then.
  if (one === other) return true;
  return JSON.stringify(canonical(schema, one)) === JSON.stringify(canonical(schema, other));
}

/**
 * An observed value in the shape and spelling of the value that the program gave: what means the same keeps the
 * program's spelling, what the service filled in by itself is left out, what really differs is the observed value.
 */
export function align(schema: z.ZodType, given: unknown, observed: unknown): unknown {
  if (same(schema, given, observed)) return given;
  const shape = shapeOf(schema);
  if (!shape || !isRecord(observed)) return keysSpelledAs(schema, given, observed);
  const before = isRecord(given) ? given : {};
  const result: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(shape)) {
    const value = alignInput(child, before[key], observed[key]);
    if (value !== undefined && value !== null) result[key] = value;
  }
  return result;
}

/** The same for one key of an object: what the service may or must not tell keeps the program's value. */
export function alignInput(schema: z.ZodType, given: unknown, observed: unknown): unknown {
  const meta = metaOf(schema);
  if (meta.writeOnly || observed === undefined) return given;
  // What is deprecated may go from the responses before it goes from programs.
  if ((meta.mayBeWithheld || meta.keepWhenUnset) && isBlank(observed)) return given;
  // Left blank it is the service's choice as well, which the program's spelling goes on saying.
  if (meta.serverDefault && isAbsent(schema, given)) return given;
  if (given === undefined && same(schema, undefined, observed)) return undefined;
  return align(schema, given, observed);
}

/**
 * A program's new value in the spelling of its earlier one, wherever both mean the same, so that a preview shows real
 * changes only. Unlike a response, a program that leaves a key out means that it is gone.
 */
export function keepSpelling(schema: z.ZodType, before: unknown, value: unknown): unknown {
  if (before === undefined) return value;
  if (same(schema, before, value)) return before;
  const shape = shapeOf(schema);
  if (!shape || !isRecord(before) || !isRecord(value)) return keysSpelledAs(schema, before, value);
  const entries = Object.entries(value).map(([key, item]) => {
    const child = schemaAt(shape, key);
    return [key, child ? keepSpelling(child, before[key], item) : item] as const;
  });
  return Object.fromEntries(entries);
}

/** A free map with each key in the spelling that another map has for it, so that they differ in nothing else. */
function keysSpelledAs(schema: z.ZodType, spelled: unknown, value: unknown): unknown {
  const { canonical: form } = metaOf(schema);
  if (!form || !(unwrap(schema) instanceof z.ZodRecord) || !isRecord(spelled) || !isRecord(value))
    return value;
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
