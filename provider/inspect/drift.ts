import { accountFor } from "../account/account";
import { Origin } from "../account/origin/origin";
import { keepOutOfErrors } from "../account/process/report";
import { nameSettingsFor, type ReadSetting, settingsOf } from "../account/settings/settings";
import { fillPath } from "../api";
import { loadReadable } from "../families/load";
import type { Props } from "../family/resource";
import { collectionOf, comparableState, secretsIn } from "../lifecycle";
import { type DriftOptions, driftOfObject, type PropertyDrift } from "./property-drift";

export type ObjectDrift =
  | { readonly found: true; readonly properties: readonly PropertyDrift[] }
  | { readonly found: false };

/**
 * Compares the state of a resource with its object. Concurrent reads share list pages and the evidence that the account
 * is the one in the state.
 *
 * @param outputs - Outputs in the state, with secrets in plaintext.
 * @param options - `inputs` are those in the state.
 * @returns undefined for classes without objects, such as commands.
 * @throws UserError if the object isn't found and nothing shows that the account is the one in the state.
 */
export async function driftOf(
  className: string,
  id: string,
  outputs: Props,
  config: ReadSetting,
  { inputs, ...options }: DriftOptions & { readonly inputs?: Props } = {},
): Promise<ObjectDrift | undefined> {
  const family = await loadReadable(className);
  if (!family || family.kind === "lookup") return undefined;
  const settings = settingsOf(config);
  const account = accountFor(settings);
  const state = comparableState(family, outputs, inputs);
  keepOutOfErrors(secretsIn({ ...family.outputs, ...family.inputs }, state));
  const pathInputs = Object.fromEntries(family.pathKeys.map((key) => [key, state[key]]));
  const read = async () => {
    if (family.kind === "resource") return account.api.read(collectionOf(family, pathInputs), id);
    const module = await account.api.find(fillPath(family.path, pathInputs));
    // The service may also return an empty object for a module that isn't set.
    return module && Object.keys(module).length > 0 ? module : undefined;
  };
  const response = await new Origin(state, settings)
    .find({ label: `${className} ${id}`, family, state }, read)
    .catch((error: Error) => {
      error.message = nameSettingsFor(settings.account, error.message);
      throw error;
    });
  if (!response) return { found: false };
  return { found: true, properties: driftOfObject(family, state, response, options) };
}
