import { isDeepStrictEqual } from "node:util";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ENGINE_MARKS } from "../../account/values/engine-marks";
import { OUTPUT_SIGNATURE, SECRET_SIGNATURE, SIGNATURE_KEY } from "../../account/values/secrets";
import { isRecord } from "../../family/field";
import { UNKNOWN } from "../../family/unknown";
import { UserError } from "../../lifecycle";
import type { Values } from "../operations/values";
import { type Contents, contentsOf, LOST_KEY_PLACEHOLDER } from "./messages";

/** Deeper values would overflow the stack. */
const MAX_DEPTH = 100;

/** Removes the marks of secrets, and replaces all kinds of unknown values by one placeholder. */
export const decodeStruct = (struct: Struct | undefined): Values => decodeRecord(contentsIn(struct), []);

/** @param at - Path of the record for errors; changed while values below it are decoded. */
function decodeRecord(contents: Contents, at: (string | number)[]): Values {
  if (Object.hasOwn(contents, LOST_KEY_PLACEHOLDER))
    throw new UserError(
      `${pathText([...at, "__proto__"])}: Pulumi loses keys of this name on the way to the provider: use another name, or declare a traffic policy as text`,
    );
  const values: Values = {};
  for (const [key, value] of Object.entries(contents)) {
    at.push(key);
    values[key] = decode(value, at);
    at.pop();
  }
  return values;
}

function decode(value: unknown, at: (string | number)[]): unknown {
  if (at.length > MAX_DEPTH)
    throw new UserError(
      `${pathText(at.slice(0, 1))}: values are nested more than ${MAX_DEPTH} levels deep: flatten them`,
    );
  // The engine has a placeholder per type of unknown value. Its other marks are keys, and never whole values.
  if (typeof value === "string")
    return ENGINE_MARKS.has(value) ? UNKNOWN : value.replaceAll(LOST_KEY_PLACEHOLDER, "__proto__");
  if (Array.isArray(value))
    return value.map((item, index) => {
      at.push(index);
      const decoded = decode(item, at);
      at.pop();
      return decoded;
    });
  return isRecord(value) ? unwrap(decodeRecord(value, at), at) : value;
}

/** Unwraps secrets and outputs. The engine marks them, and resources, assets and archives, by a signature key. */
function unwrap(record: Values, at: readonly (string | number)[]): unknown {
  if (!Object.hasOwn(record, SIGNATURE_KEY)) return record;
  const { [SIGNATURE_KEY]: signature, value } = record;
  if (signature === SECRET_SIGNATURE) return value ?? null;
  if (signature === OUTPUT_SIGNATURE) return Object.hasOwn(record, "value") ? value : UNKNOWN;
  throw new UserError(
    `${pathText(at)}: the value is an asset, an archive or a resource: use its text, or an output of the resource`,
  );
}

export const encodeStruct = (values: Readonly<Values>): Struct =>
  Struct.fromJavaScript(wellFormed(values) as Record<string, JavaScriptValue>);

/** google-protobuf would drop a whole string because of a lone surrogate. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isRecord(value)) return value ?? null;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key.toWellFormed(), wellFormed(item)]));
}

/**
 * Marks the values that are secret in a message: at the same keys of objects, and in equal lists. If another list contains a
 * secret in the message, the whole list is marked, as the engine does for providers that don't support secrets.
 */
export const keepSecrets = (result: Readonly<Values>, message: Struct | undefined): Values =>
  replaceExposed(result, contentsIn(message), asSecret);

/** Replaces a value that is secret in the message but not in the result. */
type Replace = (exposed: unknown) => unknown;

function replaceExposed(result: Readonly<Values>, message: Contents, replace: Replace): Values {
  const replaced = { ...result };
  for (const [name, original] of Object.entries(message)) {
    const key = findKey(name, result);
    if (key !== undefined && result[key] !== undefined)
      replaced[key] = replaceExposedIn(result[key], original, replace);
  }
  return replaced;
}

/** Finds a key, ignoring case: the service returns headers in lower case. */
const findKey = (key: string, record: Readonly<Values>): string | undefined =>
  Object.hasOwn(record, key)
    ? key
    : Object.keys(record).find((other) => other.toLowerCase() === key.toLowerCase());

function replaceExposedIn(value: unknown, original: unknown, replace: Replace): unknown {
  if (isSecretValue(value) || !holdsSecretValue(original)) return value;
  if (isRecord(value) && isRecord(original) && !isSecretValue(original))
    return replaceExposed(value, original, replace);
  const areLists = Array.isArray(value) && Array.isArray(original);
  if (areLists && isDeepStrictEqual(decode(value, []), decode(original, [])))
    return value.map((item, at) => replaceExposedIn(item, original[at], replace));
  return replace(value);
}

/** Marks the values of these keys as secrets, also unknown ones. */
export function markSecretKeys(result: Readonly<Values>, keys: readonly string[]): Values {
  const unmarked = unmarkedKeysIn(result, keys);
  return { ...result, ...Object.fromEntries(unmarked.map((key) => [key, asSecret(result[key])])) };
}

const unmarkedKeysIn = (values: Contents, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => !isUnset(values[key]) && !isSecretValue(values[key]));

const isUnset = (value: unknown) => value === undefined || value === null;

/** True if a state shows a value in plain text that is secret in another message, or that is computed from a secret. */
export function exposesSecrets(
  state: Struct | undefined,
  message: Struct | undefined,
  computed: readonly string[],
): boolean {
  const stored = contentsIn(state);
  let isExposed = unmarkedKeysIn(stored, computed).length > 0;
  replaceExposed(stored, contentsIn(message), (value) => {
    // A list that is marked in part had other items when it was stored.
    isExposed ||= !isUnset(value) && !holdsSecretValue(value);
    return value;
  });
  return isExposed;
}

/** Returns the keys of a message whose values are or contain secrets. */
export const secretKeysIn = (struct: Struct | undefined): readonly string[] =>
  keysWhere(struct, holdsSecretValue);

export const wholeSecretsIn = (struct: Struct | undefined): readonly string[] =>
  keysWhere(struct, isSecretValue);

const keysWhere = (struct: Struct | undefined, matches: (value: unknown) => boolean): readonly string[] =>
  Object.entries(contentsIn(struct)).flatMap(([key, value]) => (matches(value) ? [key] : []));

const contentsIn = (struct: Struct | undefined): Contents => (struct ? contentsOf(struct) : {});

/** Returns all strings at or below the secret values of messages. */
export function secretTextsIn(structs: readonly Struct[]): readonly string[] {
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
  for (const struct of structs) visit(contentsOf(struct), false);
  return [...texts];
}

/** Returns the values of a message, with a placeholder for each secret or unknown value. */
export function maskedValues(struct: Struct | undefined, placeholder: string): Values {
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return ENGINE_MARKS.has(value) ? placeholder : value;
    if (Array.isArray(value)) return value.map(mask);
    if (!isRecord(value)) return value;
    return Object.hasOwn(value, SIGNATURE_KEY) ? placeholder : maskRecord(value);
  };
  const maskRecord = (record: Contents): Values =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, mask(value)]));
  return maskRecord(contentsIn(struct));
}

const asSecret = (value: unknown): Values => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

const isSecretValue = (value: unknown): boolean =>
  isRecord(value) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;

function holdsSecretValue(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecretValue(value) || Object.values(value).some(holdsSecretValue);
}

/** Formats a path in the engine's syntax, such as `headers["x.y"][0].name`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, at) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_]\w*$/.test(step)) return `["${step.replace(/["\\]/g, "\\$&")}"]`;
      return at === 0 ? step : `.${step}`;
    })
    .join("");
}
