import type { Account } from "../account/account";
import type { Call } from "../account/call";
import { ApiFailure } from "../failure";
import { type Json, type JsonObject, objectOf, textOf, textsOf } from "../json";
import type { StoredObject } from "../store/storage";

/** An object of a collection, other than the one that is checked, whose fields match. */
export const conflictingObject = (
  { account }: Call,
  collection: string,
  checked: StoredObject | undefined,
  matches: (fields: JsonObject) => boolean,
): StoredObject | undefined =>
  account.storage.all(collection).find(({ id, fields }) => id !== checked?.id && matches(fields));

/** Reads the ids that an object refers to. */
type Mentions = (object: StoredObject) => readonly string[];

/**
 * Refuses to delete objects that others use; assumed by convention.
 *
 * @param where prefixes of the collection paths to search
 * @param refuse refuses as the service does, where that is known
 */
export function refuseWhileInUse(
  account: Account,
  object: StoredObject,
  where: readonly string[],
  mentions: Mentions,
  refuse?: (why: string) => void,
): void {
  for (const collection of account.storage.collections()) {
    if (!where.some((path) => collection === path || (path.endsWith("/") && collection.startsWith(path))))
      continue;
    const user = account.storage.all(collection).find((other) => mentions(other).includes(object.id));
    if (!user) continue;
    const why = `${object.id} is in use by ${collection}/${user.id}.`;
    refuse?.(why);
    throw new ApiFailure("inUse", why);
  }
}

/** Ids under `key` of the module `name`. */
export function inModule(object: StoredObject, name: string, key: string): string[] {
  const value: Json | undefined = objectOf(object.fields[name])[key];
  return Array.isArray(value) ? textsOf(value) : [textOf(value)];
}
