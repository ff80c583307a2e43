import { isDeepStrictEqual } from "node:util";
import type { Emulator, Json, JsonObject } from "../../emulator";

/** A resource's object as the emulator stores it. */
export interface Stored {
  /** Path of the object, or of the module within it. */
  readonly path: string;
  readonly fields: Readonly<Record<string, Json>>;
}

/** All objects of the store by id. */
export function objectsById(emulator: Emulator): Map<string, Stored> {
  const entries = Object.entries(emulator.objects()).flatMap(([collection, objects]) =>
    objects.map((fields) => [fields.id, { path: `${collection}/${fields.id}`, fields }] as const),
  );
  return new Map(entries);
}

/** Returns the object with an ID, or the module for a module ID (`<edgeId>/mutual_tls`). Undefined if it no longer exists. */
export function storedAs(objects: ReadonlyMap<string, Stored>, id: string): Stored | undefined {
  const parts = id.split("/");
  if (parts.length === 1) return objects.get(id);
  const [objectId = "", module = ""] = parts.slice(-2);
  const object = objects.get(objectId);
  const fields = object?.fields[module];
  return object && fields ? { path: `${object.path}/${module}`, fields: fields as JsonObject } : undefined;
}

/** Inputs whose values are maps with user-defined keys. */
const FREE_MAPS = new Set(["labels", "add", "criticalOptions", "extensions", "backends"]);

export const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The service returns names of added headers in lower case, and no cookie prefix of OpenID Connect and SAML.
 */
function asReturned(wanted: unknown, path: string): unknown {
  if (/\b(oidc|saml)\.cookiePrefix$/.test(path)) return "";
  if (!/(request|response)Headers\.add$/.test(path) || !isRecord(wanted)) return wanted;
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Differences between a stored value and the program's: paths with both values. Stored keys that the program does not
 * set are the service's; a policy given as an object is stored as a string.
 */
export function mismatches(stored: unknown, wanted: unknown, path: string): string[] {
  const key = path.slice(path.lastIndexOf(".") + 1);
  if (isRecord(wanted) && isRecord(stored) && !FREE_MAPS.has(key)) {
    return Object.entries(wanted).flatMap(([name, value]) =>
      mismatches(stored[snake(name)], value, `${path}.${name}`),
    );
  }
  const held = asReturned(wanted, path);
  const found = isRecord(held) && typeof stored === "string" ? JSON.parse(stored) : stored;
  return isDeepStrictEqual(found, held)
    ? []
    : [`${path}: ${JSON.stringify(stored)} is stored, not ${JSON.stringify(held)}`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
