import { snake } from "../../api";
import {
  defaultOf,
  type Each,
  type Field,
  isLocal,
  isRecord,
  knownField,
  mapBelow,
  mapShape,
  refKeyOf,
  type Shape,
} from "../../family/field";
import type { Props } from "../../family/resource";
import { isBlank } from "./compare";
import { plainOf } from "./hashed";

/**
 * Converts a response's fields to camelCase and the shape of the inputs: Refs become ids where the input takes ids. A
 * key missing from the response stays undefined (unknown), null stays null (unset).
 */
export function fromResponse(shape: Shape, response: Props): Record<string, unknown> {
  return mapShape(shape, (field, key) => fieldFromResponse(key, field, response));
}

function fieldFromResponse(key: string, field: Field, response: Props): unknown {
  const ref = refKeyOf(field);
  const plain = response[snake(key)];
  if (ref === undefined || (plain !== undefined && !isRefs(plain))) return convert(field, plain);
  const refs = response[ref];
  if (refs === undefined || refs === null) return refs;
  const ids = asList(refs).flatMap((item) => (isRecord(item) ? (item.id ?? []) : item));
  return field.kind === "list" ? ids : (ids[0] ?? null);
}

const isRefs = (value: unknown) => asList(value).some((item) => isRecord(item) && "id" in item);

/** The service may return a one-item list as the item itself, and an empty list in any form of absence. */
function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isBlank(value) ? [] : [value];
}

const convert: Each = (field, value) => {
  if (value === undefined) return value;
  // The service returns the values it chooses, so a map returned as null is empty, not unset.
  if (value === null) return field.kind === "map" && field.meta.significantWhenEmpty ? {} : null;
  if (field.kind === "list") return asList(value).map((item) => convert(field.item, item));
  if (field.kind !== "object") return mapBelow(field, value, convert, { spelling: snake });
  if (!isRecord(value)) return value;
  // An object without keys is a form of absence, unless its presence has a meaning.
  const isSet = Object.keys(value).length > 0 || field.meta.significantWhenEmpty;
  return isSet ? fromResponse(field.shape, value) : null;
};

/** Request form of values: wire names, keys of free-form maps unchanged, undefined values left out. */
export function toBody(shape: Shape, values: Props): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    if (values[key] !== undefined && !isLocal(field)) result[snake(key)] = toWire(field, values[key]);
  }
  return result;
}

const toWire: Each = (field, value) => {
  if (field.meta.hashed) return plainOf(value);
  const { onWire } = field.meta.spelling ?? {};
  if (onWire) return onWire(value);
  if (field.kind === "object" && isRecord(value)) return toBody(field.shape, value);
  return mapBelow(field, value, toWire);
};

/** A request body with the values of these inputs, or the value that means "unset" where there is none. */
export function bodyOf(shape: Shape, keys: readonly string[], values: Props): Record<string, unknown> {
  const sent = keys.map((key) => [key, values[key] ?? unsetValue(knownField(shape, key))] as const);
  return toBody(shape, Object.fromEntries(sent));
}

/** The value that clears an input. The API reference is silent; see docs/assumptions.md, "clearing". */
export function unsetValue(field: Field): unknown {
  const fallback = defaultOf(field);
  if (fallback !== undefined) return fallback;
  if (field.kind === "list") return [];
  if (field.kind === "map") return {};
  return field.kind === "leaf" && field.type === "string" && !field.values ? "" : null;
}
