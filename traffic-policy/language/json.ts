export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object, keyed by names in wire spelling (snake_case). */
export interface JsonObject {
  [key: string]: Json;
}

/** True for an object that is neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJson(value: unknown): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  return Array.isArray(value) ? value.every(isJson) : Object.values(value).every(isJson);
}
