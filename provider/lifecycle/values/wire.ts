import { snake } from "../../api";
import { type Field, type FieldMapper, isRecord, knownField, mapBelow, type Shape } from "../../family/field";
import type { Props, ResourceFamily, Wire } from "../../family/resource";
import { plainValue } from "./secret-hashes";

/** Converts values to a request body: wire names, no undefined values, and free-form maps with unchanged keys. */
export function toBody(shape: Shape, values: Props): Wire {
  const sent = Object.entries(shape).filter(([key, { isLocal }]) => values[key] !== undefined && !isLocal);
  const converted = sent.map(([key, field]) => [key, toWire(field, values[key])] as const);
  return Object.fromEntries(converted.map(([key, value]) => [snake(key), value]));
}

const toWire: FieldMapper = (field, value) => {
  if (field.meta.hashed) return plainValue(value);
  const { onWire } = field.meta.spelling ?? {};
  if (onWire) return onWire(value);
  if (field.kind === "object" && isRecord(value)) {
    const sent = Object.entries(field.shape).filter(([, child]) => child.sentWhenUnset === "with its module");
    const defaults = Object.fromEntries(sent.map(([key, child]) => [key, child.defaultValue]));
    return toBody(field.shape, { ...defaults, ...value });
  }
  return mapBelow(field, value, toWire);
};

/** Includes defaults that the service requires. */
export function creationBody({ inputs: shape, bodyKeys }: ResourceFamily, inputs: Props): Wire {
  const sent = Object.entries(shape).filter(
    ([key, field]) =>
      bodyKeys.includes(key) && (inputs[key] !== undefined || field.sentWhenUnset === "at creation"),
  );
  const values = sent.map(([key, field]) => [key, inputs[key] ?? unsetValue(field)]);
  return toBody(Object.fromEntries(sent), Object.fromEntries(values));
}

/** Includes the values that clear inputs. */
export function updateBody(shape: Shape, keys: readonly string[], values: Props): Wire {
  const sent = keys.map((key) => [key, values[key] ?? unsetValue(knownField(shape, key))] as const);
  return toBody(shape, Object.fromEntries(sent));
}

/** Returns the value that clears an input. The API reference leaves it undefined: docs/assumptions.md, "clearing". */
export function unsetValue(field: Field): unknown {
  const fallback = field.defaultValue;
  if (fallback !== undefined) return fallback;
  if (field.kind === "list") return [];
  if (field.kind === "map") return {};
  return field.kind === "leaf" && field.type === "string" && !field.values ? "" : null;
}
