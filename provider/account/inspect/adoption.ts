import { fillPath, isNotFound, itemPath, snake } from "../../api";
import { loadFamily } from "../../families/load";
import type { Props, ResourceFamily } from "../../family/resource";
import { adoptionOf } from "../../lifecycle/adoption";
import { observe } from "../../lifecycle/state";
import { accountFor } from "../account";
import { type Read, settingsOf } from "../settings";
import { withObserved } from "./hidden";
import { visibleFields } from "./shown";

/** What a program that adopts an object would do to it. */
export interface AdoptionPlan {
  /** The object as it is now, in the shape of the inputs and as it may be shown: its secrets are masked. */
  readonly existing: Props;
  /** Modules of the object that the program does not declare, which stay as they are; their secrets are masked. */
  readonly unmanaged: Props;
  /** The one update that makes it equal; undefined when it is equal already. */
  readonly update?: {
    readonly path: string;
    readonly parameters: readonly string[];
    readonly inputs: readonly string[];
  };
  /** Inputs that only a replacement could change: the adoption will be refused. */
  readonly refused: readonly string[];
}

/**
 * Reads an object that a program adopts.
 *
 * @param inputs - The program's inputs. Texts that are equal to `hidden` are taken for equal to the object's own.
 * @returns Undefined when there is no such object, or when the class is none of objects with ids.
 */
export async function planAdoption(
  className: string,
  inputs: Props,
  config: Read,
  hidden: string,
): Promise<AdoptionPlan | undefined> {
  const family = await loadFamily(className);
  const { adoptId } = inputs;
  if (family?.kind !== "resource" || typeof adoptId !== "string") return undefined;
  const id = adoptId.slice(adoptId.lastIndexOf("/") + 1);
  const at = Object.fromEntries(family.pathKeys.map((key) => [key, inputs[key]]));
  const path = itemPath(fillPath(family.path, at), id);
  const response = await unlessGone(() => accountFor(settingsOf(config)).api.get(path, { id }));
  if (!response) return undefined;
  const seen = observe(family, response);
  const observation = { ...seen, inputs: { ...seen.inputs, ...at } };
  const filled = withObserved(family.inputs, inputs, observation.inputs, (value) => value === hidden);
  const { existing, changes, fixed } = adoptionOf(family, id, observation, filled);
  const update = { path, parameters: changes.map(snake), inputs: changes };
  return {
    existing: masked(family, existing, inputs, observation.inputs),
    unmanaged: unmanagedIn(family, existing, observation.inputs),
    refused: fixed,
    ...(changes.length > 0 && { update }),
  };
}

/** A state without secrets, and with what the service holds where the program's own value stands in for it. */
function masked(family: ResourceFamily, state: Props, given: Props, observed: Props): Props {
  const entries = Object.entries(state).map(([key, value]) => {
    const schema = family.inputs[key] ?? family.outputs[key];
    if (!schema) return [key, value] as const;
    return [key, visibleFields(schema, given[key], key in observed ? observed[key] : value)] as const;
  });
  return Object.fromEntries(entries);
}

function unmanagedIn({ inputs }: ResourceFamily, { unmanagedModules }: Props, observed: Props): Props {
  const keys = Array.isArray(unmanagedModules) ? unmanagedModules.map(String) : [];
  const entries = keys.flatMap((key) => {
    const schema = inputs[key];
    return schema ? [[key, visibleFields(schema, undefined, observed[key])] as const] : [];
  });
  return Object.fromEntries(entries);
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
