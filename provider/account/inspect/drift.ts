import { fillPath, isNotFound } from "../../api";
import { loadReadable } from "../../families/load";
import type { Props } from "../../family/resource";
import { collectionOf, type LifecycleContext } from "../../lifecycle";
import { accountFor } from "../account";
import { Origin } from "../origin";
import { type Read, settingsOf } from "../settings";
import { inWordsOf } from "../wording";
import type { PropertyDrift } from "./property-drift";
import { type DriftOptions, driftOfModule, driftOfResource } from "./property-drift";

/** How an object on the service stands to the state of its resource. */
export type ObjectDrift =
  | { readonly found: true; readonly properties: readonly PropertyDrift[] }
  /** It is gone. */
  | { readonly found: false };

/**
 * Compares the state of a resource with its object. Reads that are asked for together share pages of the lists, and are
 * together what shows that the account is the state's.
 *
 * @param className - Class of the resource.
 * @param id - Id in the state.
 * @param state - Outputs in the state, secrets in plain.
 * @returns Undefined for classes without objects, such as commands.
 * @throws UserError when the object is not there and nothing shows that the account is the state's.
 */
export async function driftOf(
  className: string,
  id: string,
  state: Props,
  config: Read,
  options: DriftOptions = {},
): Promise<ObjectDrift | undefined> {
  const family = await loadReadable(className);
  if (!family || family.kind === "lookup") return undefined;
  const settings = settingsOf(config);
  const account = accountFor(settings);
  const at = Object.fromEntries(family.pathKeys.map((key) => [key, state[key]]));
  const read = () =>
    family.kind === "module"
      ? moduleAt(account, fillPath(family.path, at))
      : account.api.read(collectionOf(family, at), id);
  const response = await new Origin(state, settings)
    .find(`${className} ${id}`, read)
    .catch((error: Error) => {
      error.message = inWordsOf(settings.account, error.message);
      throw error;
    });
  if (!response) return { found: false };
  const properties =
    family.kind === "module"
      ? driftOfModule(family, state, response, options)
      : driftOfResource(family, state, response, options);
  return { found: true, properties };
}

/** A module that is not set may be answered by an empty object as well. */
async function moduleAt(account: LifecycleContext, path: string): Promise<Props | undefined> {
  try {
    const response = await account.api.get(path);
    return Object.keys(response).length > 0 ? response : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
