import { snake } from "../../api";
import {
  defaultOf,
  type Each,
  type Field,
  isRecord,
  knownField,
  mapBelow,
  mapShape,
  refKeyOf,
  type Shape,
} from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { isBlank } from "./compare";
import type { Inputs, Wire } from "./kinds";
import { unmarked } from "./mark";

/**
 * Converts a response's fields to camelCase and the shape of the inputs: Refs become ids where the input takes ids. A
 * key missing from the response stays undefined (unknown), null stays null (unset).
 */
export function fromResponse(shape: Shape, response: Wire): Record<string, unknown> {
  return mapShape(shape, (field, key) => fieldFromResponse(key, field, response));
}

function fieldFromResponse(key: string, field: Field, response: Wire): unknown {
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

/** An object as one response shows it: inputs in the shape of the program's, and computed fields. */
export interface Observation {
  readonly inputs: Inputs;
  readonly computed: Props;
}

export const NOTHING_SEEN: Observation = { inputs: {}, computed: {} };

/** @param at - Inputs that are part of the path, which no response returns. */
export function observe(family: ResourceFamily, object: Wire, at: Props = {}): Observation {
  const response = unmarked(object);
  const fields = fromResponse(family.outputs, response);
  const plain = { ...valuesOfMissing(family), ...fromResponse(family.inputs, response) };
  const whole = { ...plain, ...fields };
  const rebuilt = Object.entries(family.observe ?? {}).map(
    ([key, rebuild]) => [key, rebuild?.(whole)] as const,
  );
  return {
    inputs: { ...plain, ...Object.fromEntries(rebuilt), ...pick(at, family.pathKeys) },
    computed: { ...fields, ...family.compute?.(whole) },
  };
}

const pick = (values: Props, keys: readonly string[]): Props =>
  Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));

/** A response may omit empty and default values. A part that it omits stays unknown. */
function valuesOfMissing(family: ResourceFamily): Props {
  const defaults = family.bodyKeys.map((key) => {
    const field = knownField(family.inputs, key);
    const isUninformative = family.parts?.[key] !== undefined || field.meta.returned === "never";
    return [key, isUninformative ? undefined : defaultOf(field)] as const;
  });
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}
