import { z } from "zod";

/** A value as it travels in a JSON body. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object, keyed by names in wire spelling (snake_case). */
export interface JsonObject {
  [key: string]: Json;
}

/** True for an object that is neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for what JSON can hold. */
function isJson(value: unknown): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  return Array.isArray(value) ? value.every(isJson) : Object.values(value).every(isJson);
}

/**
 * Schemas of any JSON value and of any object. They pass on what they are given: a copy of theirs would leave out a key
 * that is called `__proto__`, as `z.json()` and `z.record()` do.
 */
export const json = z.custom<Json>(isJson, "must be JSON");
export const jsonObject = z.custom<JsonObject>(
  (value) => isObject(value) && isJson(value),
  "must be a JSON object",
);

/** The value if it is a text, else an empty text. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The texts in a list; nothing for any other value. */
export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The value if it is an object, else an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
