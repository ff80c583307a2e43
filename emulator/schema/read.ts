import { nearest } from "../../traffic-policy/language/nearest";
import type { Call } from "../account/account";
import { ApiFailure, emulatesService, invalid, RuleViolation, refusal, UnsupportedType } from "../failure";
import { asObject, isObject, type Json, type JsonObject, textsIn } from "../json";
import { readTimestamp } from "../timestamp";
import { type Fields, type Param, unsetValue } from "./params";
import type { ParameterFault } from "./reference";

/**
 * Reads the parameters of a body. Unknown ones are refused, except in requests with the option `reference`.
 *
 * @param mode - A creation fills in defaults for missing parameters; a patch leaves them unchanged.
 * @param previous - The stored object. Ids in it stay valid after their objects were deleted.
 * @throws ApiFailure naming the first invalid parameter
 */
export function readFields(
  fields: Fields,
  body: JsonObject,
  call: Call,
  mode: "create" | "patch",
  previous: JsonObject = {},
): JsonObject {
  return new BodyReader(call).readFields(fields, body, "", previous, mode === "patch");
}

/** @throws ApiFailure naming the first unknown key, with the most similar known one */
export function refuseUnknown(names: readonly string[], body: JsonObject, parent: string): void {
  for (const name of Object.keys(body)) {
    if (names.includes(name)) continue;
    const path = childPath(parent, name);
    const suggestion = nearest(name, names);
    const hint = suggestion === undefined ? "." : `, did you mean ${suggestion}?`;
    throw refusal(214, `${path} is not a parameter here${hint} Known parameters: ${names.join(", ")}.`, path);
  }
}

const childPath = (parent: string, name: string) => (parent === "" ? name : `${parent}.${name}`);

/** Reads values in canonical form: undefined for those that count as unspecified. Each `path` is relative to the body. */
class BodyReader {
  constructor(private readonly call: Call) {}

  readFields(
    fields: Fields,
    body: JsonObject,
    parent: string,
    previous: JsonObject = {},
    isPatch = false,
  ): JsonObject {
    if (this.call.trusted || emulatesService(this.call)) refuseUnknown(Object.keys(fields), body, parent);
    const result: JsonObject = {};
    for (const [name, param] of Object.entries(fields)) {
      const path = childPath(parent, name);
      const value = this.#readParam(param, body[name] ?? null, path, previous[name]);
      if (value !== undefined) result[name] = value;
      else if (isPatch) {
        if (body[name] === null && param.clearedByNull) result[name] = null;
      } else if (param.required && !this.call.trusted)
        throw this.#failure(param, "missing", `${path} is required.`, path);
      else result[name] = unsetValue(param);
    }
    return result;
  }

  #readParam(param: Param, value: Json, path: string, previous: Json | undefined): Json | undefined {
    if (value === null) return undefined;
    const read = this.#readValue(param, value, path, previous);
    if (read !== undefined && param.to && !this.call.trusted)
      this.#checkReferences(param, read, path, previous);
    return read;
  }

  #readValue(param: Param, value: Json, path: string, previous: Json | undefined): Json | undefined {
    switch (param.type) {
      case "string":
        return this.#readString(param, value, path);
      case "boolean":
        if (typeof value !== "boolean") throw this.#wrongType(path, "true or false");
        return value;
      case "uint32":
      case "int64":
      case "float64":
        return this.#readNumber(param, value, path);
      case "timestamp": {
        if (value === "") return undefined;
        const text = typeof value === "string" ? value : "";
        return this.#applyRule(path, () => readTimestamp(text), { format: 241 });
      }
      case "List<string>":
        return this.#readList(param, value, path);
      case "Map<string,string>":
      case "Map<string,int64>":
        return this.#readMap(param, value, path);
      case "object":
        return this.#readObject(param, value, path);
      case "List<object>":
        if (!Array.isArray(value)) throw this.#wrongType(path, "a list of objects");
        return value.map((item, index) => {
          const itemPath = `${path}[${index}]`;
          if (!isObject(item)) throw this.#wrongType(itemPath, "an object");
          return this.readFields(param.fields ?? {}, item, itemPath);
        });
      case "module":
        return this.#readModule(param, value, path, asObject(previous));
    }
  }

  #readModule({ module }: Param, value: Json, path: string, previous: JsonObject): JsonObject {
    const { call } = this;
    if (!isObject(value)) throw this.#wrongType(path, "an object");
    module?.refuse?.(call, value, path);
    const read = this.readFields(module?.fields ?? {}, value, path, previous);
    if (!call.trusted) module?.check?.(call, read, path);
    return module?.normalize?.(read, call.account.settings.reference) ?? read;
  }

  #readString(param: Param, value: Json, path: string): string | undefined {
    const { blank, maxBytes, maxCharacters, enum: values, format, codes } = param;
    if (typeof value !== "string") throw this.#wrongType(path, "a string");
    if (value === "" && !blank) return undefined;
    const isService = emulatesService(this.call);
    this.#checkLength(param, Buffer.byteLength(value), maxBytes, "bytes", path);
    if (isService) this.#checkLength(param, [...value].length, maxCharacters, "characters", path);
    if (values && !this.call.trusted && !values.includes(value)) throw this.#notInEnum(param, path);
    if (!format) return value;
    const read = () => {
      if (isService) format.refuse?.(value);
      return format.read(value);
    };
    return this.#applyRule(path, read, codes);
  }

  #checkLength(param: Param, length: number, max: number | undefined, unit: string, path: string): void {
    if (max !== undefined && length > max)
      throw this.#failure(param, "tooLong", `${path} may have at most ${max} ${unit}, not ${length}.`, path);
  }

  #readNumber(param: Param, value: Json, path: string): number | undefined {
    if (typeof value !== "number") throw this.#wrongType(path, "a number");
    if (value === 0 && param.zeroIsUnset) return undefined;
    if (param.type !== "float64" && !Number.isInteger(value)) throw this.#wrongType(path, "a whole number");
    const { max = Number.MAX_SAFE_INTEGER, serviceMin } = param;
    const min = (emulatesService(this.call) ? serviceMin : undefined) ?? param.min ?? Number.MIN_SAFE_INTEGER;
    if (value < min || value > max)
      throw this.#failure(param, "range", `${path} must be from ${min} to ${max}.`, path);
    if (param.enum && !param.enum.includes(value)) throw this.#notInEnum(param, path);
    return value;
  }

  #readList(param: Param, value: Json, path: string): Json {
    if (!Array.isArray(value)) throw this.#wrongType(path, "a list of strings");
    const { format, codes } = param;
    if (value.length === 0 && codes?.empty !== undefined && emulatesService(this.call))
      throw this.#failure(param, "empty", `${path} must not be empty.`, path);
    return value.map((item, index) => {
      const itemPath = `${path}[${index}]`;
      if (typeof item !== "string") throw this.#wrongType(itemPath, "a string");
      return format ? this.#applyRule(itemPath, () => format.read(item), codes) : item;
    });
  }

  #readMap(param: Param, value: Json, path: string): Json {
    if (!isObject(value)) throw this.#wrongType(path, "a map");
    const { type, keys, min = 0, max = Number.MAX_SAFE_INTEGER } = param;
    for (const [key, item] of Object.entries(value)) {
      const itemPath = `${path}.${key}`;
      if (keys && !keys.includes(key))
        throw invalid(this.call, `${itemPath} is not a known key. Known keys: ${keys.join(", ")}.`, path);
      if (type === "Map<string,string>") {
        if (typeof item !== "string") throw this.#wrongType(itemPath, "a string");
      } else if (typeof item !== "number" || !Number.isInteger(item))
        throw this.#failure(param, "range", `${itemPath} must be a whole number.`, itemPath);
      else if (item < min || item > max)
        throw this.#failure(param, "range", `${itemPath} must be from ${min} to ${max}.`, path);
    }
    return value;
  }

  #readObject(param: Param, value: Json, path: string): Json {
    if (!isObject(value)) throw this.#wrongType(path, "an object");
    const { fields = {}, oneOf } = param;
    const read = this.readFields(fields, value, path);
    if (!oneOf) return read;
    const [name = "", ...others] = Object.keys(fields).filter((key) => isObject(value[key]));
    if (name === "" || others.length > 0) {
      const why = `${path} must contain exactly one of: ${Object.keys(fields).join(", ")}.`;
      throw this.#failure(param, name === "" ? "none" : "several", why, path);
    }
    return { [name]: read[name] ?? null };
  }

  #checkReferences(param: Param, value: Json, path: string, previous: Json | undefined): void {
    const { to = [] } = param;
    const { storage, idPrefixes } = this.call.account;
    const prefixes = to.map((collection) => idPrefixes.get(collection));
    const previousIds = new Set(referencedIds(previous));
    for (const id of referencedIds(value)) {
      if (previousIds.has(id) || to.some((collection) => storage.get(collection, id))) continue;
      const isOtherKind =
        hasOtherPrefix(id, prefixes) ||
        storage.collections().some((collection) => storage.get(collection, id));
      const fault = !id.includes("_") ? "malformed" : isOtherKind ? "kind" : "gone";
      throw this.#failure(param, fault, `${path} names ${id}, which is not in ${to.join(", ")}.`, path);
    }
  }

  #wrongType(path: string, expected: string): ApiFailure {
    return invalid(this.call, `${path} must be ${expected}.`, path);
  }

  #notInEnum(param: Param, path: string): ApiFailure {
    return this.#failure(param, "enum", `${path} must be one of: ${param.enum?.join(", ")}.`, path);
  }

  /** The failure of a parameter, with the service's code if it has one. */
  #failure({ codes, to = [] }: Param, fault: ParameterFault, message: string, path: string): ApiFailure {
    const code = codes?.[fault] ?? generalCode(fault, codes, to);
    if (code !== undefined && emulatesService(this.call)) return refusal(code, message, path);
    if (fault === "missing" && !emulatesService(this.call)) return new ApiFailure("missing", message, path);
    if (["malformed", "gone", "kind"].includes(fault))
      return new ApiFailure("unknownReference", message, path);
    return invalid(this.call, message, path);
  }

  /** Runs a rule that throws a plain Error or a RuleViolation, and converts it to a failure that names the parameter. */
  #applyRule<T>(path: string, rule: () => T, codes: Param["codes"] = {}): T {
    try {
      return rule();
    } catch (error) {
      if (error instanceof ApiFailure) throw error;
      const why = `${path} ${error instanceof Error ? error.message : "is not valid"}.`;
      const unsupported = error instanceof UnsupportedType ? codes.unsupported : undefined;
      const code = unsupported ?? codes.format ?? (error instanceof RuleViolation ? error.code : undefined);
      if (code !== undefined && emulatesService(this.call)) throw refusal(code, why, path);
      throw invalid(this.call, why, path);
    }
  }
}

/** True if an id has a prefix other than these. False if one of these is unknown. */
function hasOtherPrefix(id: string, prefixes: readonly (string | undefined)[]): boolean {
  const [, prefix] = /^([a-z]+)_[A-Za-z0-9]+$/.exec(id) ?? [];
  return prefix !== undefined && !prefixes.includes(undefined) && !prefixes.includes(prefix);
}

function referencedIds(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? textsIn(value) : Object.keys(asObject(value));
}

/** Returns the service's default code for a fault of a parameter that refers to objects. */
function generalCode(fault: ParameterFault, codes: Param["codes"], to: readonly string[]) {
  if (fault === "kind") return to.length > 1 ? 243 : 227;
  if (fault === "malformed") return codes?.kind ?? 223;
  return fault === "gone" ? 223 : undefined;
}
