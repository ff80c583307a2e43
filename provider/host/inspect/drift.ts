import { fillPath, isNotFound } from "../../api";
import { loadReadable } from "../../families/load";
import type { Props } from "../../family/resource";
import { type Account, collectionOf } from "../../lifecycle";
import type { PropertyDrift } from "../../lifecycle/drift";
import { type DriftOptions, driftOfModule, driftOfResource } from "../../lifecycle/drift";
import { accountFor } from "../account";
import { type Read, settingsOf } from "../settings";

export {
  type DriftKind,
  type DriftOptions,
  HIDDEN,
  type Path,
  type PropertyDrift,
} from "../../lifecycle/drift";

/** How an object on the service stands to the state of its resource. */
export type ObjectDrift =
  | { readonly found: true; readonly properties: readonly PropertyDrift[] }
  /** It is gone. */
  | { readonly found: false };

/**
 * Compares the state of a resource with its object. Reads that are asked for together share pages of the lists.
 *
 * @param className - Class of the resource.
 * @param id - Id in the state.
 * @param state - Outputs in the state, secrets in plain.
 * @returns Undefined for classes without objects, such as commands.
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
  const account = accountFor(settingsOf(config));
  const at = Object.fromEntries(family.pathKeys.map((key) => [key, state[key]]));
  if (family.kind === "module") {
    const answer = await unlessGone(account, fillPath(family.path, at));
    const isSet = answer && Object.keys(answer).length > 0;
    return isSet
      ? { found: true, properties: driftOfModule(family, state, answer, options) }
      : { found: false };
  }
  const answer = await account.api.read(collectionOf(family, at), id);
  return answer
    ? { found: true, properties: driftOfResource(family, state, answer, options) }
    : { found: false };
}

async function unlessGone(account: Account, path: string): Promise<Props | undefined> {
  try {
    return await account.api.get(path);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
