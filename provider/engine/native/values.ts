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

/** Removes the marks of secrets, and replaces all kinds of unknown values with one placeholder. */
export const decodeStruct = (struct: Struct | undefined): Values => decodeRecord(contentsIn(struct), []);

/** Returns the values of a message, with a placeholder for each secret or unknown value. */
export const maskedValues = (struct: Struct | undefined, placeholder: string): Values =>
  decodeRecord(contentsIn(struct), [], placeholder);

type Path = readonly (string | number)[];

/** @param mask - Replaces secret and unknown values. By default, secrets are decoded. */
function decodeRecord(contents: Contents, path: Path, mask?: string): Values {
  if (Object.hasOwn(contents, LOST_KEY_PLACEHOLDER))
    throw new UserError(
      `${pathText([...path, "__proto__"])}: Pulumi loses keys of this name on the way to the provider: use another name, or declare a traffic policy as text`,
    );
  const entries = Object.entries(contents).map(([key, value]) => [key, decode(value, [...path, key], mask)]);
  return Object.fromEntries(entries);
}

function decode(value: unknown, path: Path, mask?: string): unknown {
  if (path.length > MAX_DEPTH)
    throw new UserError(
      `${pathText(path.slice(0, 1))}: values are nested more than ${MAX_DEPTH} levels deep: flatten them`,
    );
  // The engine has a placeholder per type of unknown value. Its other marks are keys, and never whole values.
  if (typeof value === "string")
    return ENGINE_MARKS.has(value) ? (mask ?? UNKNOWN) : value.replaceAll(LOST_KEY_PLACEHOLDER, "__proto__");
  if (Array.isArray(value)) return value.map((item, index) => decode(item, [...path, index], mask));
  if (!isRecord(value)) return value;
  if (mask !== undefined && Object.hasOwn(value, SIGNATURE_KEY)) return mask;
  return unwrap(decodeRecord(value, path, mask), path);
}

/** Unwraps secrets and outputs. The engine marks them, and resources, assets and archives, by a signature key. */
function unwrap(record: Values, path: Path): unknown {
  if (!Object.hasOwn(record, SIGNATURE_KEY)) return record;
  const { [SIGNATURE_KEY]: signature, value } = record;
  if (signature === SECRET_SIGNATURE) return value ?? null;
  if (signature === OUTPUT_SIGNATURE) return Object.hasOwn(record, "value") ? value : UNKNOWN;
  throw new UserError(
    `${pathText(path)}: the value is an asset, an archive or a resource: use its text, or an output of the resource`,
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

/** Marks the values that are secret in a message. A list with a secret is marked as a whole if its items differ from the message's. */
export const keepSecrets = (values: Readonly<Values>, message: Struct | undefined): Values =>
  mapUnmarked(values, contentsIn(message), asSecret);

type MapValue = (value: unknown) => unknown;

/** Maps each value that is secret in the message but not marked as secret here. */
function mapUnmarked(values: Readonly<Values>, message: Contents, map: MapValue): Values {
  const mapped = { ...values };
  for (const [messageKey, original] of Object.entries(message)) {
    const key = findKey(messageKey, values);
    if (key !== undefined && values[key] !== undefined)
      mapped[key] = mapUnmarkedValue(values[key], original, map);
  }
  return mapped;
}

/** Finds a key, ignoring case: the service returns headers in lower case. */
const findKey = (key: string, record: Readonly<Values>): string | undefined =>
  Object.hasOwn(record, key)
    ? key
    : Object.keys(record).find((candidate) => candidate.toLowerCase() === key.toLowerCase());

function mapUnmarkedValue(value: unknown, original: unknown, map: MapValue): unknown {
  if (isMarkedSecret(value) || !containsSecret(original)) return value;
  if (isRecord(value) && isRecord(original) && !isMarkedSecret(original))
    return mapUnmarked(value, original, map);
  const areLists = Array.isArray(value) && Array.isArray(original);
  if (areLists && isDeepStrictEqual(decode(value, []), decode(original, [])))
    return value.map((item, index) => mapUnmarkedValue(item, original[index], map));
  return map(value);
}

/** Marks the values of these keys as secrets, including unknown ones. */
export const markSecretKeys = (values: Readonly<Values>, keys: readonly string[]): Values => ({
  ...values,
  ...Object.fromEntries(unmarkedKeysIn(values, keys).map((key) => [key, asSecret(values[key])])),
});

const unmarkedKeysIn = (values: Contents, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => !isUnset(values[key]) && !isMarkedSecret(values[key]));

const isUnset = (value: unknown) => value === undefined || value === null;

/** True if a state shows a value in plain text that is secret in another message, or that is computed from a secret. */
export function exposesSecrets(
  state: Struct | undefined,
  message: Struct | undefined,
  computed: readonly string[],
): boolean {
  const stored = contentsIn(state);
  let isExposed = unmarkedKeysIn(stored, computed).length > 0;
  mapUnmarked(stored, contentsIn(message), (value) => {
    // A list with a marked item was stored with all of its secrets marked; other items have changed since.
    isExposed ||= !isUnset(value) && !containsSecret(value);
    return value;
  });
  return isExposed;
}

/** Returns the keys of a message whose values are or contain secrets. */
export const secretKeysIn = (struct: Struct | undefined): readonly string[] =>
  keysWhere(struct, containsSecret);

/** Returns the keys of a message whose values are secret as a whole. */
export const wholeSecretsIn = (struct: Struct | undefined): readonly string[] =>
  keysWhere(struct, isMarkedSecret);

const keysWhere = (struct: Struct | undefined, matches: (value: unknown) => boolean): readonly string[] =>
  Object.entries(contentsIn(struct)).flatMap(([key, value]) => (matches(value) ? [key] : []));

const contentsIn = (struct: Struct | undefined): Contents => (struct ? contentsOf(struct) : {});

export function secretTextsIn(structs: readonly Struct[]): readonly string[] {
  const texts = new Set<string>();
  const visit = (value: unknown, isSecret: boolean): void => {
    if (typeof value === "string") {
      if (isSecret && value !== "" && !ENGINE_MARKS.has(value)) texts.add(value);
      return;
    }
    if (Array.isArray(value)) for (const item of value) visit(item, isSecret);
    if (!isRecord(value)) return;
    const isWithin = isSecret || isMarkedSecret(value);
    for (const [key, item] of Object.entries(value)) if (key !== SIGNATURE_KEY) visit(item, isWithin);
  };
  for (const struct of structs) visit(contentsOf(struct), false);
  return [...texts];
}

const asSecret = (value: unknown): Values => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

const isMarkedSecret = (value: unknown): boolean =>
  isRecord(value) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;

function containsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isMarkedSecret(value) || Object.values(value).some(containsSecret);
}

/** Formats a path in the engine's syntax, such as `headers["x.y"][0].name`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_]\w*$/.test(step)) return `["${step.replace(/["\\]/g, "\\$&")}"]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}
