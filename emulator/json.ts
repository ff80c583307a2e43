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
