import { nearest } from "../../traffic-policy/language/nearest";
import type { Call } from "../account/account";
import { ApiFailure, emulatesService, invalid, RuleViolation, refusal, UnsupportedType } from "../failure";
import { isObject, type Json, type JsonObject, objectOf, textsOf } from "../json";
import { readTimestamp } from "../timestamp";
import { isForeignId } from "./id-prefixes";
import { type Fields, type Module, type Param, unsetValue } from "./params";
import type { Fault } from "./reference";

/** How missing parameters are read: a creation or replacement fills in defaults, a patch leaves them unchanged. */
export type Mode = "create" | "replace" | "patch";

interface Reading {
  readonly call: Call;
  readonly mode: Mode;
  /** Reject unknown parameters. */
  readonly strict: boolean;
}

/**
 * Reads the parameters of a body.
 *
 * @param at path of the body within the request, "" for the body itself
 * @param previous the stored object, so that an accepted id stays valid after its object was deleted
 * @throws ApiFailure naming the first invalid parameter
 */
export function readFields(
  fields: Fields,
  body: JsonObject,
  reading: Reading,
  at = "",
  previous: JsonObject = {},
): JsonObject {
  if (reading.strict) refuseUnknown(Object.keys(fields), body, at);
  const result: JsonObject = {};
  for (const [name, param] of Object.entries(fields)) {
    const path = at === "" ? name : `${at}.${name}`;
    const value = readParam(param, body[name], path, reading, previous[name]);
    if (value !== undefined) result[name] = value;
    else if (reading.mode === "patch") {
      if (body[name] === null && param.type === "object" && param.clearedByNull) result[name] = null;
    } else if (param.required && !reading.call.trusted)
      throw failure(reading.call, param, "missing", `${path} is required.`, path);
    else result[name] = unsetValue(param);
  }
  return result;
}

/** @throws ApiFailure naming the first unknown key, with the most similar known one */
export function refuseUnknown(known: readonly string[], body: JsonObject, at: string): void {
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue;
    const path = at === "" ? name : `${at}.${name}`;
    const suggestion = nearest(name, known);
    const hint = suggestion === undefined ? "." : `, did you mean ${suggestion}?`;
    throw refusal(214, `${path} is not a parameter here${hint} Known parameters: ${known.join(", ")}.`, path);
  }
}

/** The value in canonical form, or undefined if it counts as unspecified. */
function readParam(
  param: Param,
  value: Json | undefined,
  path: string,
  reading: Reading,
  previous: Json | undefined,
): Json | undefined {
  if (value === undefined || value === null) return undefined;
  const read = readTyped(param, value, path, reading, previous);
  if (read !== undefined && param.to && !reading.call.trusted)
    checkReferences(param, read, path, reading.call, previous);
  return read;
}

function readTyped(
  param: Param,
  value: Json,
  path: string,
  reading: Reading,
  previous: Json | undefined,
): Json | undefined {
  switch (param.type) {
    case "string":
      return readString(param, value, path, reading);
    case "boolean":
      if (typeof value !== "boolean") throw wrongType(reading.call, path, "true or false");
      return value;
    case "uint32":
    case "int64":
    case "float64":
      return readNumber(param, value, path, reading);
    case "timestamp":
      if (value === "") return undefined;
      return applyRule(reading.call, path, () => readTimestamp(typeof value === "string" ? value : ""), {
        format: 241,
      });
    case "List<string>":
      return readList(param, value, path, reading);
    case "Map<string,string>":
    case "Map<string,int64>":
      return readMap(param, value, path, reading);
    case "object":
      return readObject(param, value, path, reading);
    case "List<object>":
      if (!Array.isArray(value)) throw wrongType(reading.call, path, "a list of objects");
      return value.map((item, index) => {
        const at = `${path}[${index}]`;
        if (!isObject(item)) throw wrongType(reading.call, at, "an object");
        return readFields(param.fields ?? {}, item, { ...reading, mode: "replace" }, at);
      });
    case "module":
      return readModule(param.module ?? { fields: {} }, value, path, reading, objectOf(previous));
  }
}

function readModule(
  module: Module,
  value: Json,
  path: string,
  reading: Reading,
  previous: JsonObject,
): JsonObject {
  const { call } = reading;
  if (!isObject(value)) throw wrongType(call, path, "an object");
  module.refuse?.(call, value, path);
  const read = readFields(module.fields, value, { ...reading, mode: "replace" }, path, previous);
  if (!call.trusted) applyRule(call, path, () => module.rule?.(read));
  if (emulatesService(call)) module.check?.(call, read, path);
  return module.normalize?.(read, call.account.settings.reference) ?? read;
}

function readString(param: Param, value: Json, path: string, { call }: Reading): string | undefined {
  if (typeof value !== "string") throw wrongType(call, path, "a string");
  if (value === "" && !param.blank) return undefined;
  const bytes = Buffer.byteLength(value);
  if (param.maxBytes !== undefined && bytes > param.maxBytes)
    throw failure(
      call,
      param,
      "tooLong",
      `${path} may have at most ${param.maxBytes} bytes, not ${bytes}.`,
      path,
    );
  const { length } = [...value];
  if (emulatesService(call) && length > (param.maxCharacters ?? length))
    throw failure(
      call,
      param,
      "tooLong",
      `${path} may have at most ${param.maxCharacters} characters, not ${length}.`,
      path,
    );
  if (param.enum && !call.trusted && !param.enum.includes(value))
    throw failure(call, param, "enum", `${path} must be one of: ${param.enum.join(", ")}.`, path);
  const { format } = param;
  if (!format) return value;
  const read = () => {
    if (emulatesService(call)) format.refuse?.(value);
    return format.read(value);
  };
  return applyRule(call, path, read, param.codes);
}

function readNumber(param: Param, value: Json, path: string, { call }: Reading): number | undefined {
  if (typeof value !== "number") throw wrongType(call, path, "a number");
  if (value === 0 && param.zeroIsUnset) return undefined;
  if (param.type !== "float64" && !Number.isInteger(value)) throw wrongType(call, path, "a whole number");
  const { max = Number.MAX_SAFE_INTEGER } = param;
  const min = (emulatesService(call) ? param.serviceMin : undefined) ?? param.min ?? Number.MIN_SAFE_INTEGER;
  if (value < min || value > max)
    throw failure(call, param, "range", `${path} must be from ${min} to ${max}.`, path);
  if (param.enum && !param.enum.includes(value))
    throw failure(call, param, "enum", `${path} must be one of: ${param.enum.join(", ")}.`, path);
  return value;
}

function readList(param: Param, value: Json, path: string, { call }: Reading): Json {
  if (!Array.isArray(value)) throw wrongType(call, path, "a list of strings");
  if (value.length === 0 && param.codes?.empty !== undefined && emulatesService(call))
    throw failure(call, param, "empty", `${path} must not be empty.`, path);
  return value.map((item, index) => {
    if (typeof item !== "string") throw wrongType(call, `${path}[${index}]`, "a string");
    const { format } = param;
    return format ? applyRule(call, `${path}[${index}]`, () => format.read(item), param.codes) : item;
  });
}

function readMap(param: Param, value: Json, path: string, { call }: Reading): Json {
  if (!isObject(value)) throw wrongType(call, path, "a map");
  for (const [key, item] of Object.entries(value)) {
    const at = `${path}.${key}`;
    if (param.keys && !param.keys.includes(key))
      throw invalid(call, `${at} is not a known key. Known keys: ${param.keys.join(", ")}.`, path);
    if (param.type === "Map<string,string>") {
      if (typeof item !== "string") throw wrongType(call, at, "a string");
    } else {
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = param;
      if (typeof item !== "number" || !Number.isInteger(item))
        throw failure(call, param, "range", `${at} must be a whole number.`, at);
      if (item < min || item > max)
        throw failure(call, param, "range", `${at} must be from ${min} to ${max}.`, path);
    }
  }
  return { ...value };
}

function readObject(param: Param, value: Json, path: string, reading: Reading): Json {
  if (!isObject(value)) throw wrongType(reading.call, path, "an object");
  const { fields = {} } = param;
  const read = readFields(fields, value, { ...reading, mode: "replace" }, path);
  if (param.oneOf) {
    const chosen = Object.keys(fields).filter((name) => isObject(value[name]));
    if (chosen.length !== 1)
      throw failure(
        reading.call,
        param,
        chosen.length === 0 ? "none" : "several",
        `${path} must contain exactly one of: ${Object.keys(fields).join(", ")}.`,
        path,
      );
    const [name = ""] = chosen;
    return { [name]: read[name] ?? null };
  }
  applyRule(reading.call, path, () => param.rule?.(read));
  return read;
}

function checkReferences(
  param: Param,
  value: Json,
  path: string,
  call: Call,
  previous: Json | undefined,
): void {
  const { to = [] } = param;
  const referencedIds = (value: Json | undefined): string[] =>
    typeof value === "string"
      ? [value]
      : Array.isArray(value)
        ? textsOf(value)
        : Object.keys(objectOf(value));
  const accepted = new Set(referencedIds(previous));
  for (const id of referencedIds(value)) {
    if (accepted.has(id) || to.some((collection) => call.account.storage.get(collection, id))) continue;
    const { storage } = call.account;
    const isOtherKind =
      isForeignId(id, to) || storage.collections().some((collection) => storage.get(collection, id));
    const why = `${path} names ${id}, which is not in ${to.join(", ")}.`;
    throw failure(call, param, !id.includes("_") ? "malformed" : isOtherKind ? "kind" : "gone", why, path);
  }
}

function wrongType(call: Call, path: string, expected: string): ApiFailure {
  return invalid(call, `${path} must be ${expected}.`, path);
}

/** The failure of a parameter, with the service's code if it has one. */
function failure(
  call: Call,
  { codes, to = [] }: Param,
  fault: Fault,
  message: string,
  path: string,
): ApiFailure {
  const code = codes?.[fault] ?? generalCode(fault, codes, to);
  if (code !== undefined && emulatesService(call)) return refusal(code, message, path);
  if (fault === "missing" && !emulatesService(call)) return new ApiFailure("missing", message, path);
  if (["malformed", "gone", "kind"].includes(fault)) return new ApiFailure("unknownReference", message, path);
  return invalid(call, message, path);
}

/** The service's default code for a fault of a parameter that refers to objects. */
function generalCode(fault: Fault, codes: Param["codes"], to: readonly string[]) {
  if (fault === "kind") return to.length > 1 ? 243 : 227;
  if (fault === "malformed") return codes?.kind ?? 223;
  return fault === "gone" ? 223 : undefined;
}

/** Runs a rule that throws a plain Error, and adds the parameter's name to the failure. */
function applyRule<T>(call: Call, path: string, rule: () => T, codes: Param["codes"] = {}): T {
  try {
    return rule();
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    const why = `${path} ${error instanceof Error ? error.message : "is not valid"}.`;
    const type = error instanceof UnsupportedType ? codes.unsupported : undefined;
    const code = type ?? codes.format ?? (error instanceof RuleViolation ? error.code : undefined);
    if (code !== undefined && emulatesService(call)) throw refusal(code, why, path);
    throw invalid(call, why, path);
  }
}
