import { accountFor } from "../account/account";
import { type Read, settingsOf } from "../account/settings/settings";
import { isClientError, itemPath } from "../api";
import { loadReadable } from "../families/load";

/**
 * Deletes an object that no class manages. An object that is already gone counts as deleted.
 *
 * @param name - Name of the collection, as its get function has it.
 * @returns Why the service refuses it, when nothing was done; undefined once the object is gone.
 * @throws ApiError and TransportError when it is unknown or would be the same for other objects.
 */
export async function deleteObject(name: string, id: string, config: Read): Promise<string | undefined> {
  const family = await loadReadable(name);
  if (family?.kind !== "lookup" || !family.deletable) throw new Error(`${name} objects cannot be deleted`);
  try {
    await accountFor(settingsOf(config)).api.delete(itemPath(family.path, id));
    return undefined;
  } catch (error) {
    if (isClientError(error)) return error.message;
    throw error;
  }
}
