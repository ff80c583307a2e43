import type { Account } from "../account/account";
import { ApiFailure } from "../failure";
import { type Json, objectOf, textOf, textsOf } from "../json";
import type { StoredObject } from "../store/storage";

/** Reads the ids that an object refers to. */
type Mentions = (object: StoredObject) => readonly string[];

/**
 * Refuses to delete objects that others use; assumed by convention.
 *
 * @param where prefixes of the collection paths to search
 */
export function refuseWhileInUse(
  account: Account,
  object: StoredObject,
  where: readonly string[],
  mentions: Mentions,
): void {
  for (const collection of account.storage.collections()) {
    if (!where.some((path) => collection === path || (path.endsWith("/") && collection.startsWith(path))))
      continue;
    const user = account.storage.all(collection).find((other) => mentions(other).includes(object.id));
    if (user) throw new ApiFailure("inUse", `${object.id} is in use by ${collection}/${user.id}.`);
  }
}

/** Ids under `key` of the module `name`. */
export function inModule(object: StoredObject, name: string, key: string): string[] {
  const value: Json | undefined = objectOf(object.fields[name])[key];
  return Array.isArray(value) ? textsOf(value) : [textOf(value)];
}
