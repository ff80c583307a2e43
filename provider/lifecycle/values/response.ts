import { snake } from "../../api";
import { type Field, type FieldMapper, isRecord, knownField, mapBelow, type Shape } from "../../family/field";
import type { Inputs, ObjectFamily, Props, ResourceFamily, Wire } from "../../family/resource";
import { alignInput, areEqual, canonical, isBlank, isPresent } from "./compare";
import { markIn, stripMark } from "./mark";

/** Converts a response to the shape of the inputs. A missing key stays undefined (unknown); null means unset. */
export function fromResponse(shape: Shape, response: Wire): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    const value = fieldFromResponse(key, field, response);
    if (value !== undefined) fields[key] = value;
  }
  return fields;
}

function fieldFromResponse(key: string, field: Field, response: Wire): unknown {
  const ref = field.refKey;
  const plain = response[snake(key)];
  const holdsRefs = ref !== undefined && toList(plain).some((item) => isRecord(item) && "id" in item);
  if (ref === undefined || (plain !== undefined && !holdsRefs)) return convert(field, plain);
  const refs = response[ref];
  if (!isPresent(refs)) return refs;
  const ids = toList(refs).flatMap((item) => (isRecord(item) ? (item.id ?? []) : item));
  return field.kind === "list" ? ids : (ids[0] ?? null);
}

/** Returns a list unchanged. Any other value becomes a list of one item, or of none if it is blank. */
function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isBlank(value) ? [] : [value];
}

const convert: FieldMapper = (field, value) => {
  if (value === undefined) return value;
  // The service never returns null for an unset map, but the values that it has chosen. So null means an empty map.
  if (value === null) return field.kind === "map" && field.meta.significantWhenEmpty ? {} : null;
  if (field.kind === "list") return toList(value).map((item) => convert(field.item, item));
  if (field.kind !== "object") return mapBelow(field, value, convert, { spelling: snake });
  if (!isRecord(value)) return value;
  // An empty object is an absent value, unless its presence has a meaning.
  const isSet = Object.keys(value).length > 0 || field.meta.significantWhenEmpty;
  return isSet ? fromResponse(field.shape, value) : null;
};

/** An object in one response: inputs in the shape of the program's, and computed fields. */
export interface Observation {
  readonly inputs: Inputs;
  readonly computed: Props;
  /** The ownership mark, which is removed from the metadata. */
  readonly mark?: string | undefined;
}

export const NO_OBSERVATION: Observation = { inputs: {}, computed: {} };

/** @param pathInputs - Inputs in the path, which responses omit. */
export function observe(family: ObjectFamily, object: Wire, pathInputs: Props = {}): Observation {
  const values = { ...defaultsOfMissing(family), ...fromResponse(family.inputs, object) };
  const mark = markIn(object);
  const fields = stripMark(fromResponse(family.outputs, object));
  const plain: Props = stripMark(values);
  const whole = { ...plain, ...fields };
  const rebuilt = Object.entries(family.observe ?? {}).map(([key, rebuild]) => [key, rebuild?.(whole)]);
  const ids = family.pathKeys.filter((key) => key in pathInputs).map((key) => [key, pathInputs[key]]);
  return {
    inputs: { ...plain, ...Object.fromEntries([...rebuilt, ...ids]) },
    computed: { ...fields, ...family.compute?.(whole) },
    mark,
  };
}

/** True if the class manages an observed object. A collection may contain objects of another kind. */
export const isManaged = (family: ResourceFamily, { inputs, computed }: Observation): boolean =>
  family.manages?.({ ...inputs, ...computed }) !== false;

/** Returns the defaults of inputs that a response may omit. Modules and what they contain stay unknown. */
function defaultsOfMissing(family: ObjectFamily): Props {
  if (family.kind === "module") return {};
  const hasDefault = ([key, { meta, defaultValue, isLocal }]: readonly [string, Field]) =>
    defaultValue !== undefined && !isLocal && meta.returned !== "never" && family.parts[key] === undefined;
  const defaults = Object.entries(family.inputs).filter(hasDefault);
  return Object.fromEntries(defaults.map(([key, { defaultValue }]) => [key, defaultValue]));
}

/** Returns a key that is equal for creations whose objects look alike. */
export function creationKey(family: ResourceFamily, inputs: Props): string {
  const values = family.bodyKeys.map((key) => {
    const field = knownField(family.inputs, key);
    return field.meta.returned === "never" ? [] : [key, canonical(field, inputs[key])];
  });
  return JSON.stringify(values);
}

/** True if a creation with these inputs may result in the object. The service may choose values that weren't sent. */
export function matchesInputs(family: ResourceFamily, inputs: Props, object: Props): boolean {
  const observation = observe(family, object);
  if (!isManaged(family, observation)) return false;
  return family.bodyKeys.every((key) => {
    const field = knownField(family.inputs, key);
    if (field.meta.returned === "never") return true;
    const declared = inputs[key] ?? undefined;
    const observed = observation.inputs[key];
    // An input with its own path is unknown if a response omits it. Any other omitted input is not set.
    if (observed === undefined && family.parts[key]) return true;
    if (observed === undefined) return areEqual(field, declared, undefined);
    return areEqual(field, declared, alignInput(field, declared, observed));
  });
}
