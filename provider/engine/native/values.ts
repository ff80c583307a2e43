import { isDeepStrictEqual } from "node:util";
import { ListValue, NullValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { ENGINE_MARKS } from "../../account/values/engine-marks";
import { OUTPUT_SIGNATURE, SECRET_SIGNATURE, SIGNATURE_KEY } from "../../account/values/secrets";
import { isRecord } from "../../family/field";
import { UNKNOWN } from "../../family/unknown";
import { UserError } from "../../lifecycle";
import type { Values } from "../operations/values";
import { type Contents, contentsOf, LOST_KEY_STAND_IN } from "./messages";

/** No program nests values deeper. */
const DEEPEST = 100;

/**
 * The values of a message: secrets without their mark, and one placeholder for all kinds of unknown values.
 *
 * @throws UserError for values that a provider cannot have, with their place.
 */
export function valuesOf(struct: Struct | undefined): Values {
  return struct ? recordOf(contentsOf(struct), []) : {};
}

/** @param at - Path of the record; the place of an error when one is thrown. */
function recordOf(contents: Contents, at: (string | number)[]): Values {
  if (Object.hasOwn(contents, LOST_KEY_STAND_IN))
    throw new UserError(
      `${pathText([...at, "__proto__"])}: Pulumi loses keys of this name on the way to the provider: take another name, or give a traffic policy as text`,
    );
  const values: Values = {};
  for (const [key, value] of Object.entries(contents)) {
    at.push(key);
    values[key] = plainOf(value, at);
    at.pop();
  }
  return values;
}

function plainOf(value: unknown, at: (string | number)[]): unknown {
  if (at.length > DEEPEST)
    throw new UserError(
      `${pathText(at.slice(0, 1))}: values are nested more than ${DEEPEST} levels deep: flatten them`,
    );
  // Each type of value has a placeholder of its own; as a whole value the other marks do not occur.
  if (typeof value === "string")
    return ENGINE_MARKS.has(value) ? UNKNOWN : value.replaceAll(LOST_KEY_STAND_IN, "__proto__");
  if (Array.isArray(value))
    return value.map((item, index) => {
      at.push(index);
      const plain = plainOf(item, at);
      at.pop();
      return plain;
    });
  return isRecord(value) ? unwrapped(recordOf(value, at), at) : value;
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
  // A message cannot carry a lone surrogate: it would lose the whole text.
  if (typeof value === "string") message.setStringValue(value.toWellFormed());
  else if (typeof value === "number") message.setNumberValue(value);
  else if (typeof value === "boolean") message.setBoolValue(value);
  else if (Array.isArray(value)) message.setListValue(new ListValue().setValuesList(value.map(messageOf)));
  else if (value !== null && typeof value === "object") message.setStructValue(structOf(value as Values));
  else message.setNullValue(NullValue.NULL_VALUE);
  return message;
}

/**
 * Marks in values what is secret in a message: values of the same key, below objects in both, and in lists that are the same
 * in both. Of any other list all is marked for one secret in it, as the engine does for providers that take no secrets.
 */
export const keepSecrets = (result: Readonly<Values>, given: Struct | undefined): Values =>
  given ? shownReplaced(result, contentsOf(given), secretOf) : { ...result };

/** @param replace - Gets each value that is in plain and secret in the message, and gives what takes its place. */
function shownReplaced(
  result: Readonly<Values>,
  given: Contents,
  replace: (found: unknown) => unknown,
): Values {
  const replaced = { ...result };
  for (const [name, own] of Object.entries(given)) {
    const key = keyLike(name, result);
    if (key !== undefined && result[key] !== undefined)
      replaced[key] = shownReplacedAt(result[key], own, replace);
  }
  return replaced;
}

/** A key of a record, or the one that differs in case only: the service returns headers in lower case. */
const keyLike = (key: string, record: Readonly<Values>): string | undefined =>
  Object.hasOwn(record, key)
    ? key
    : Object.keys(record).find((other) => other.toLowerCase() === key.toLowerCase());

function shownReplacedAt(found: unknown, own: unknown, replace: (found: unknown) => unknown): unknown {
  if (isSecretValue(found) || !holdsSecretValue(own)) return found;
  if (isRecord(found) && isRecord(own) && !isSecretValue(own)) return shownReplaced(found, own, replace);
  if (Array.isArray(found) && Array.isArray(own) && isSame(found, own))
    return found.map((item, at) => shownReplacedAt(item, own[at], replace));
  return replace(found);
}

/** Whether two values are the same but for what is marked as secret. */
const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plainOf(one, []), plainOf(other, []));

/** Marks the values of some keys as secrets. */
export function markSecretKeys(result: Readonly<Values>, keys: readonly string[]): Values {
  const marked = { ...result };
  for (const key of plainKeysIn(result, keys)) marked[key] = secretOf(result[key]);
  return marked;
}

/** Those of some keys whose values are there, and in plain. */
const plainKeysIn = (values: Contents, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => !isNothing(values[key]) && !isSecretValue(values[key]));

const isNothing = (value: unknown) => value === undefined || value === null;

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
  const stored = contentsOf(state);
  const shown = new Set(plainKeysIn(stored, made));
  for (const [key, own] of Object.entries(given ? contentsOf(given) : {}))
    shownReplaced(stored, { [key]: own }, (found) => {
      // A list that shows a part only had other items when it was stored.
      if (!isNothing(found) && !holdsSecretValue(found)) shown.add(key);
      return found;
    });
  return [...shown];
}

/** The keys of a message whose values are or hold secrets. */
export const secretKeysIn = (struct: Struct | undefined): readonly string[] =>
  keysIn(struct, holdsSecretValue);

/** The keys of a message whose values are secret as a whole. */
export const wholeSecretsIn = (struct: Struct | undefined): readonly string[] =>
  keysIn(struct, isSecretValue);

function keysIn(struct: Struct | undefined, isWanted: (value: unknown) => boolean): readonly string[] {
  const contents = struct ? contentsOf(struct) : {};
  return Object.keys(contents).filter((key) => isWanted(contents[key]));
}

/** The texts that messages mark as secret, or that stand within what they mark. */
export function secretTextsIn(structs: readonly (Struct | undefined)[]): readonly string[] {
  const texts = new Set<string>();
  const visit = (value: unknown, isSecret: boolean): void => {
    if (typeof value === "string") {
      if (isSecret && value !== "" && !ENGINE_MARKS.has(value)) texts.add(value);
      return;
    }
    if (Array.isArray(value)) for (const item of value) visit(item, isSecret);
    if (!isRecord(value)) return;
    const isWithin = isSecret || isSecretValue(value);
    for (const [key, item] of Object.entries(value)) if (key !== SIGNATURE_KEY) visit(item, isWithin);
  };
  for (const struct of structs) if (struct) visit(contentsOf(struct), false);
  return [...texts];
}

/** The values of a message, with a placeholder for each one that is secret or unknown. */
export function valuesWithout(struct: Struct | undefined, instead: string): Values {
  const shown = (value: unknown): unknown => {
    if (typeof value === "string") return ENGINE_MARKS.has(value) ? instead : value;
    if (Array.isArray(value)) return value.map(shown);
    if (!isRecord(value)) return value;
    return Object.hasOwn(value, SIGNATURE_KEY) ? instead : entriesOf(value);
  };
  const entriesOf = (from: Contents): Values =>
    Object.fromEntries(Object.entries(from).map(([key, value]) => [key, shown(value)]));
  return struct ? entriesOf(contentsOf(struct)) : {};
}

const secretOf = (value: unknown): Values => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

const isSecretValue = (value: unknown): boolean =>
  isRecord(value) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;

function holdsSecretValue(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecretValue(value) || Object.values(value).some(holdsSecretValue);
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
