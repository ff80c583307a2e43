import { isDeepStrictEqual } from "node:util";
import { ListValue, NullValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { ENGINE_MARKS } from "../../account/engine-marks";
import { OUTPUT_SIGNATURE, SECRET_SIGNATURE, SIGNATURE_KEY } from "../../account/secrets";
import { UNKNOWN } from "../../family/unknown";
import { UserError } from "../../lifecycle";

import type { Values } from "../operations/values";

/** No program nests values deeper, and no stack holds values that do. */
const DEEPEST = 100;

/**
 * The values of a message: secrets without their mark, and one placeholder for all kinds of unknown values.
 *
 * @throws UserError for values that a provider cannot have, with their place.
 */
export function valuesOf(struct: Struct | undefined): Values {
  return struct ? recordOf(struct, []) : {};
}

/** @param at - Path of the record; the place of an error when one is thrown. */
function recordOf(struct: Struct, at: (string | number)[]): Values {
  const fields = struct.getFieldsMap();
  if (hasLostKey(fields))
    throw new UserError(
      `${pathText([...at, LOST_KEY])}: Pulumi loses keys of this name on the way to the provider: take another name, or give a traffic policy as text`,
    );
  const entries: [string, unknown][] = [];
  fields.forEach((value: Value, key: string) => {
    at.push(key);
    entries.push([key, plainOf(value, at)]);
    at.pop();
  });
  return Object.fromEntries(entries);
}

function plainOf(value: Value, at: (string | number)[]): unknown {
  if (at.length > DEEPEST)
    throw new UserError(
      `${pathText(at.slice(0, 1))}: values are nested more than ${DEEPEST} levels deep: flatten them`,
    );
  switch (value.getKindCase()) {
    case Value.KindCase.STRING_VALUE: {
      const text = value.getStringValue();
      // Each type of value has a placeholder of its own; as a whole value the other marks do not occur.
      return ENGINE_MARKS.has(text) ? UNKNOWN : text;
    }
    case Value.KindCase.NUMBER_VALUE:
      return value.getNumberValue();
    case Value.KindCase.BOOL_VALUE:
      return value.getBoolValue();
    case Value.KindCase.LIST_VALUE:
      return (value.getListValue()?.getValuesList() ?? []).map((item, index) => {
        at.push(index);
        const plain = plainOf(item, at);
        at.pop();
        return plain;
      });
    case Value.KindCase.STRUCT_VALUE:
      return unwrapped(recordOf(value.getStructValue() as Struct, at), at);
    default:
      return null;
  }
}

const LOST_KEY = "__proto__";

/**
 * Whether a map had the key that the message library takes for the prototype of the object in which it keeps a map. Its
 * own look-ups find inherited keys too, so they cannot be asked.
 */
function hasLostKey(fields: object): boolean {
  return Object.values(fields).some(
    (part) =>
      typeof part === "object" &&
      part !== null &&
      !Array.isArray(part) &&
      Object.getPrototypeOf(part) !== Object.prototype,
  );
}

/** The engine marks secrets, outputs, references to resources, assets and archives by a key. */
function unwrapped(record: Values, at: readonly (string | number)[]): unknown {
  if (!Object.hasOwn(record, SIGNATURE_KEY)) return record;
  const { [SIGNATURE_KEY]: signature, value } = record;
  if (signature === SECRET_SIGNATURE) return value ?? null;
  if (signature === OUTPUT_SIGNATURE) return Object.hasOwn(record, "value") ? value : UNKNOWN;
  throw new UserError(
    `${pathText(at)}: an asset, an archive or a resource was given as a value: give its text, or an output of the resource`,
  );
}

/** A message with these values, which must be JSON. */
export function structOf(values: Readonly<Values>): Struct {
  const struct = new Struct();
  const fields = struct.getFieldsMap();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) fields.set(key.toWellFormed(), messageOf(value));
  return struct;
}

function messageOf(value: unknown): Value {
  const message = new Value();
  // Half of a character pair is no text that a message can carry, and would lose all of it.
  if (typeof value === "string") message.setStringValue(value.toWellFormed());
  else if (typeof value === "number") message.setNumberValue(value);
  else if (typeof value === "boolean") message.setBoolValue(value);
  else if (Array.isArray(value)) message.setListValue(new ListValue().setValuesList(value.map(messageOf)));
  else if (value !== null && typeof value === "object") message.setStructValue(structOf(value as Values));
  else message.setNullValue(NullValue.NULL_VALUE);
  return message;
}

/**
 * Marks in a message what is secret in another one: values of the same key, below objects in both, and in lists that are the
 * same in both. Of any other list all is marked for one secret in it, as the engine does for providers that take no secrets.
 */
export function keepSecrets(result: Struct, given: Struct | undefined): Struct {
  eachShown(result, given, (found, put) => put(secretOf(found)));
  return result;
}

/** @param put - Puts another value in its place. */
type Visit = (found: Value, put: (value: Value) => void) => void;

/** Visits the values of a message that are in plain and secret in another one. */
function eachShown(result: Struct, given: Struct | undefined, visit: Visit): void {
  const fields = result.getFieldsMap();
  given?.getFieldsMap().forEach((own: Value, key: string) => {
    const found = fields.get(key);
    if (found) eachShownAt(found, own, (value) => fields.set(key, value), visit);
  });
}

function eachShownAt(found: Value, own: Value, put: (value: Value) => void, visit: Visit): void {
  if (isSecretValue(found) || !holdsSecretValue(own)) return;
  const [below, ownBelow] = [found.getStructValue(), own.getStructValue()];
  const [list, ownList] = [found.getListValue(), own.getListValue()];
  if (below && ownBelow && !isSecretValue(own)) eachShown(below, ownBelow, visit);
  else if (list && ownList && isSame(found, own)) {
    const items = [...list.getValuesList()];
    for (const [at, item] of ownList.getValuesList().entries())
      eachShownAt(items[at] as Value, item, (value) => items.splice(at, 1, value), visit);
    list.setValuesList(items);
  } else visit(found, put);
}

/** Whether two values are the same but for what is marked as secret. */
const isSame = (one: Value, other: Value): boolean => isDeepStrictEqual(plainOf(one, []), plainOf(other, []));

/** Marks the values of some keys of a message as secrets. */
export function markSecretKeys(result: Struct, keys: readonly string[]): Struct {
  const fields = result.getFieldsMap();
  for (const key of plainKeysIn(result, keys)) fields.set(key, secretOf(fields.get(key) as Value));
  return result;
}

/** Those of some keys of a message whose values are there, and in plain. */
function plainKeysIn(struct: Struct, keys: readonly string[]): readonly string[] {
  const fields = struct.getFieldsMap();
  return keys.filter((key) => {
    const found = fields.get(key);
    return found !== undefined && !isNothing(found) && !isSecretValue(found);
  });
}

const isNothing = (value: Value) => value.getKindCase() === Value.KindCase.NULL_VALUE;

/**
 * The keys of a state that show a secret: one that another message has in the same place, or that is made of one.
 *
 * @param made - Keys whose values are made of secrets.
 */
export function shownSecretsIn(
  state: Struct | undefined,
  given: Struct | undefined,
  made: readonly string[],
): readonly string[] {
  if (!state) return [];
  const shown = new Set(plainKeysIn(state, made));
  given?.getFieldsMap().forEach((own: Value, key: string) => {
    const one = new Struct();
    one.getFieldsMap().set(key, own);
    // A list that shows a part only had other items when it was stored.
    eachShown(state, one, (found) => !isNothing(found) && !holdsSecretValue(found) && shown.add(key));
  });
  return [...shown];
}

/** The keys of a message whose values are or hold secrets. */
export function secretKeysIn(struct: Struct | undefined): readonly string[] {
  const keys: string[] = [];
  struct?.getFieldsMap().forEach((value: Value, key: string) => {
    if (holdsSecretValue(value)) keys.push(key);
  });
  return keys;
}

/** The texts that messages mark as secret, or that stand within what they mark. */
export function secretTextsIn(structs: readonly (Struct | undefined)[]): readonly string[] {
  const texts = new Set<string>();
  const visit = (value: Value, isSecret: boolean, depth: number): void => {
    const text = value.getStringValue();
    if (isSecret && text !== "" && !ENGINE_MARKS.has(text)) texts.add(text);
    if (depth > DEEPEST) return;
    const isWithin = isSecret || isSecretValue(value);
    for (const item of value.getListValue()?.getValuesList() ?? []) visit(item, isWithin, depth + 1);
    value
      .getStructValue()
      ?.getFieldsMap()
      .forEach((item: Value, key: string) => {
        if (key !== SIGNATURE_KEY) visit(item, isWithin, depth + 1);
      });
  };
  for (const struct of structs) if (struct) visit(new Value().setStructValue(struct), false, 0);
  return [...texts];
}

/** The values of a message with a text in place of each one that is secret or not known yet. */
export function valuesWithout(struct: Struct | undefined, instead: string): Values {
  const shown = (value: Value, depth: number): unknown => {
    const [list, below] = [value.getListValue(), value.getStructValue()];
    if (depth > DEEPEST || below?.getFieldsMap().has(SIGNATURE_KEY)) return instead;
    if (list) return list.getValuesList().map((item) => shown(item, depth + 1));
    if (!below) return ENGINE_MARKS.has(value.getStringValue()) ? instead : plainOf(value, []);
    return entriesOf(below, depth + 1);
  };
  const entriesOf = (from: Struct, depth: number): Values => {
    const entries: [string, unknown][] = [];
    from.getFieldsMap().forEach((value: Value, key: string) => {
      entries.push([key, shown(value, depth)]);
    });
    return Object.fromEntries(entries);
  };
  return struct ? entriesOf(struct, 0) : {};
}

/** The keys of a message whose values are secret as a whole. */
export function wholeSecretsIn(struct: Struct | undefined): readonly string[] {
  const keys: string[] = [];
  struct?.getFieldsMap().forEach((value: Value, key: string) => {
    if (isSecretValue(value)) keys.push(key);
  });
  return keys;
}

const secretOf = (value: Value): Value => {
  const struct = new Struct();
  struct.getFieldsMap().set(SIGNATURE_KEY, messageOf(SECRET_SIGNATURE)).set("value", value);
  return new Value().setStructValue(struct);
};

const isSecretValue = (value: Value): boolean =>
  value.getStructValue()?.getFieldsMap().get(SIGNATURE_KEY)?.getStringValue() === SECRET_SIGNATURE;

function holdsSecretValue(value: Value, depth = 0): boolean {
  if (isSecretValue(value)) return true;
  if (depth > DEEPEST) return true;
  const [list, struct] = [value.getListValue(), value.getStructValue()];
  if (list) return list.getValuesList().some((item) => holdsSecretValue(item, depth + 1));
  let holds = false;
  struct?.getFieldsMap().forEach((item: Value) => {
    holds ||= holdsSecretValue(item, depth + 1);
  });
  return holds;
}

/** A path in the engine's syntax, such as `headers["x.y"][0].name`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, at) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_]\w*$/.test(step)) return `["${step.replace(/["\\]/g, "\\$&")}"]`;
      return at === 0 ? step : `.${step}`;
    })
    .join("");
}
