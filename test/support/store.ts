import { isDeepStrictEqual } from "node:util";
import type { Emulator, Json, JsonObject } from "../../emulator";
import { isRecord } from "../../provider/family/field";

export interface Stored {
  /** Path of the object, or of the module within it. */
  readonly path: string;
  readonly fields: Readonly<Record<string, Json>>;
}

export function objectsById(emulator: Emulator): Map<string, Stored> {
  const entries = Object.entries(emulator.objects()).flatMap(([collection, objects]) =>
    objects.map((fields) => [fields.id, { path: `${collection}/${fields.id}`, fields }] as const),
  );
  return new Map(entries);
}

/** Returns the object with an id, or the module with a module's id (`<edgeId>/mutual_tls`); undefined if it doesn't exist. */
export function findStored(objects: ReadonlyMap<string, Stored>, id: string): Stored | undefined {
  const parts = id.split("/");
  if (parts.length === 1) return objects.get(id);
  const [objectId = "", module = ""] = parts.slice(-2);
  const object = objects.get(objectId);
  const fields = object?.fields[module];
  return object && fields ? { path: `${object.path}/${module}`, fields: fields as JsonObject } : undefined;
}

/** Inputs whose values are maps with user-defined keys. */
const FREE_MAPS = new Set(["labels", "add", "criticalOptions", "extensions", "backends"]);

export const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts a sent value to what the service returns: lowercase header names, and an empty cookie prefix for OpenID Connect and SAML. */
function toReturnedValue(sent: unknown, path: string): unknown {
  if (/\b(oidc|saml)\.cookiePrefix$/.test(path)) return "";
  if (!/(request|response)Headers\.add$/.test(path) || !isRecord(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Describes the differences between a stored value and the declared one. Ignores stored keys that the program doesn't set.
 * Traffic policies that are declared as objects are stored as JSON text.
 */
export function mismatches(stored: unknown, declared: unknown, path: string): string[] {
  const key = path.slice(path.lastIndexOf(".") + 1);
  if (isRecord(declared) && isRecord(stored) && !FREE_MAPS.has(key)) {
    return Object.entries(declared).flatMap(([name, value]) =>
      mismatches(stored[snakeCase(name)], value, `${path}.${name}`),
    );
  }
  const expected = toReturnedValue(declared, path);
  const actual = isRecord(expected) && typeof stored === "string" ? JSON.parse(stored) : stored;
  return isDeepStrictEqual(actual, expected)
    ? []
    : [`${path}: ${JSON.stringify(stored)} is stored, not ${JSON.stringify(expected)}`];
}
