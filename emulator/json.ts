import { z } from "zod";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object, keyed by names in wire spelling (snake_case). */
export interface JsonObject {
  [key: string]: Json;
}

/** True for an object that is neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a value that JSON can represent. */
function isJson(value: unknown): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  return Array.isArray(value) ? value.every(isJson) : Object.values(value).every(isJson);
}

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
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The strings in a list; nothing for any other value. */
export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The value if it is an object, else an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
