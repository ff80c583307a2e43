import { accountFor } from "../account/account";
import { Origin } from "../account/origin/origin";
import { nameSettingsFor, type ReadSetting, settingsOf } from "../account/settings/settings";
import { fillPath } from "../api";
import { loadReadable } from "../families/load";
import type { Props } from "../family/resource";
import { collectionOf, comparableState, type Run } from "../lifecycle";
import { type DriftOptions, driftOfModule, driftOfResource, type PropertyDrift } from "./property-drift";

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
  const at = Object.fromEntries(family.pathKeys.map((key) => [key, state[key]]));
  const read = () =>
    family.kind === "module"
      ? readModule(account, fillPath(family.path, at))
      : account.api.read(collectionOf(family, at), id);
  const response = await new Origin(state, settings)
    .find({ label: `${className} ${id}`, family, state }, read)
    .catch((error: Error) => {
      error.message = nameSettingsFor(settings.account, error.message);
      throw error;
    });
  if (!response) return { found: false };
  const properties =
    family.kind === "module"
      ? driftOfModule(family, state, response, options)
      : driftOfResource(family, state, response, options);
  return { found: true, properties };
}

/** Reads a module. The service may also return an empty object for one that isn't set. */
async function readModule(account: Run, path: string): Promise<Props | undefined> {
  const response = await account.api.find(path);
  return response && Object.keys(response).length > 0 ? response : undefined;
}
