import { z } from "zod";
import { snake } from "../api";
import { metaOf, type Shape, shapeOf, unwrap } from "../family/fields";
import type { Props } from "../family/resource";
import { isBlank, isRecord } from "./compare";

/**
 * A response's fields in camelCase and in the shape of the inputs: Refs become ids where the input takes ids. A key that
 * the response does not have stays undefined (unknown), null stays null (unset).
 */
export function fromResponse(shape: Shape, response: Props): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    const value = fieldFromResponse(key, schema, response);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function fieldFromResponse(key: string, schema: z.ZodType, response: Props): unknown {
  const { ref } = metaOf(schema);
  const plain = response[snake(key)];
  if (ref === undefined || (plain !== undefined && !isRefs(plain))) return convert(schema, plain);
  const refs = response[ref];
  if (refs === undefined || refs === null) return refs;
  const ids = asList(refs).flatMap((item) => (isRecord(item) ? (item.id ?? []) : item));
  return unwrap(schema) instanceof z.ZodArray ? ids : (ids[0] ?? null);
}

const isRefs = (value: unknown) => asList(value).some((item) => isRecord(item) && "id" in item);

/** A list may be answered as its only item, and an empty one in each of the spellings of absence. */
function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isBlank(value) ? [] : [value];
}

function convert(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined) return value;
  const inner = unwrap(schema);
  // The service shows what it picks: a map of which it shows nothing is empty, not unset.
  if (value === null) return inner instanceof z.ZodRecord && metaOf(inner).significantWhenEmpty ? {} : null;
  const shape = shapeOf(inner);
  if (shape) return isRecord(value) ? objectFromResponse(inner, shape, value) : value;
  if (inner instanceof z.ZodArray)
    return asList(value).map((item) => convert(inner.element as z.ZodType, item));
  return value;
}

/** An object without any key is one of the spellings of absence, unless its presence says something. */
function objectFromResponse(schema: z.ZodType, shape: Shape, value: Record<string, unknown>): unknown {
  const isSet = Object.keys(value).length > 0 || metaOf(schema).significantWhenEmpty;
  return isSet ? fromResponse(shape, value) : null;
}

/** Values as they are sent: wire names, keys of free maps untouched, nothing that is undefined. */
export function toBody(shape: Shape, values: Props): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    if (values[key] !== undefined && !metaOf(schema).local) result[snake(key)] = toWire(schema, values[key]);
  }
  return result;
}

function toWire(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  const { send } = metaOf(inner);
  if (send) return send(value);
  const shape = shapeOf(inner);
  if (shape && isRecord(value)) return toBody(shape, value);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => toWire(inner.element as z.ZodType, item));
  return value;
}

/** A request body with the values of these inputs, or the value that stands for "unset" where there is none. */
export function bodyOf(shape: Shape, keys: readonly string[], values: Props): Record<string, unknown> {
  const sent = keys.map((key) => [key, values[key] ?? unsetValue(shape[key] as z.ZodType)] as const);
  return toBody(shape, Object.fromEntries(sent));
}

/** What is sent to clear an input. API reference is silent; see docs/assumptions.md, "clearing". */
export function unsetValue(schema: z.ZodType): unknown {
  const fallback = metaOf(schema).default;
  if (fallback !== undefined) return fallback;
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return [];
  if (inner instanceof z.ZodRecord) return {};
  return inner instanceof z.ZodString ? "" : null;
}
