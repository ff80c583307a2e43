import type { Call } from "../account/account";
import { ApiFailure, reject } from "../failure";
import { asObject, asText, type JsonObject, textsIn } from "../json";
import type { StoredObject } from "../store/storage";

/** Finds an object that a created or updated object conflicts with. @param previous - The updated object. */
export const conflictingObject = (
  { account }: Call,
  collection: string,
  previous: StoredObject | undefined,
  conflicts: (fields: JsonObject) => boolean,
): StoredObject | undefined =>
  account.storage.all(collection).find(({ id, fields }) => id !== previous?.id && conflicts(fields));

/**
 * Refuses to delete an object that others use (an assumption).
 *
 * @param paths - Collections to search; a path that ends in a slash stands for all collections below it.
 * @param referencedIds - Reads the ids that an object refers to.
 * @param code - The service's code, if it is known.
 */
export function refuseWhileInUse(
  call: Call,
  object: StoredObject,
  paths: readonly string[],
  referencedIds: (object: StoredObject) => readonly string[],
  code?: number,
): void {
  const { storage } = call.account;
  const isSearched = (collection: string) =>
    paths.some((path) => collection === path || (path.endsWith("/") && collection.startsWith(path)));
  for (const collection of storage.collections().filter(isSearched)) {
    const user = storage.all(collection).find((candidate) => referencedIds(candidate).includes(object.id));
    if (!user) continue;
    const why = `${object.id} is in use by ${collection}/${user.id}.`;
    if (code !== undefined) reject(call, code, why);
    throw new ApiFailure("inUse", why);
  }
}

export function idsInModule(object: StoredObject, name: string, key: string): string[] {
  const value = asObject(object.fields[name])[key];
  return Array.isArray(value) ? textsIn(value) : [asText(value)];
}
