import { accountFor } from "../account/account";
import { type ReadSetting, settingsOf } from "../account/settings/settings";
import { isClientError, itemPath } from "../api";
import { loadFamily, loadReadable } from "../families/load";
import type { Props } from "../family/resource";
import { lifecycleOf, UserError } from "../lifecycle";

/**
 * Runs a command without a resource, and returns its outputs.
 *
 * @throws CommandRefused if the service refuses the command, so that nothing was done.
 */
export async function runCommand(className: string, values: Props, config: ReadSetting): Promise<Props> {
  const family = await loadFamily(className);
  if (family?.kind !== "command") throw new Error(`${className} is not a command`);
  const lifecycle = lifecycleOf(family);
  const { inputs, failures } = lifecycle.check({ inputs: values });
  const [failure] = failures;
  if (failure) throw new UserError(`${failure.path}: ${failure.reason}`);
  return (await lifecycle.create(accountFor(settingsOf(config)), { inputs })).state;
}

/**
 * Deletes an object that no class manages.
 *
 * @param name - Name of the collection, as in its get function.
 * @returns the reason the service refuses the deletion; undefined once the object is gone.
 * @throws ApiError or TransportError if the outcome is unknown, or other deletions would fail as well.
 */
export async function deleteObject(
  name: string,
  id: string,
  config: ReadSetting,
): Promise<string | undefined> {
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
