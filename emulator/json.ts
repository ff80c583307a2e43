import { z } from "zod";
import { isJson, isObject, type Json, type JsonObject } from "../traffic-policy/language/json";

export { isObject, type Json, type JsonObject };

/**
 * Schemas of any JSON value and of any object. They pass values through: `z.json()` and `z.record()` return a copy,
 * which would drop a key named `__proto__`.
 */
export const json = z.custom<Json>(isJson, "must be JSON");
export const jsonObject = z.custom<JsonObject>(
  (value) => isObject(value) && isJson(value),
  "must be a JSON object",
);

/** The value if it is a string, else an empty string. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The value if it is a list, else an empty list. */
export function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The strings in a list; empty for any other value. */
export function textsIn(value: Json | undefined): string[] {
  return asList(value).filter((item) => typeof item === "string");
}

/** The value if it is an object, else an empty object. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
