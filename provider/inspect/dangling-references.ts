import { accountFor } from "../account/account";
import { type ReadSetting, settingsOf } from "../account/settings/settings";
import { resources } from "../families";
import { loadFamily } from "../families/load";
import { getOrAdd } from "../family/collections";
import { classOf } from "../family/id-prefixes";
import type { Props } from "../family/resource";
import { collectionOf, comparableState, type ReferencedId, referencedIds } from "../lifecycle";
import { danglingReference, type Path, type PropertyDrift } from "./property-drift";

export interface ReferringResource {
  readonly className: string;
  readonly id: string;
  /** Outputs in the state, with secrets in plaintext. */
  readonly outputs: Props;
  readonly inputs: Props;
  /** Paths that the program itself declares secret. */
  readonly secrets: readonly Path[];
}

/**
 * Finds properties that name ids of missing objects. The resources' own objects are known to exist. Every
 * other id is looked up once in each collection that may contain it. If a collection has many of them, it is listed.
 *
 * @returns one list per resource, in the same order.
 */
export async function findDanglingReferences(
  referrers: readonly ReferringResource[],
  config: ReadSetting,
): Promise<PropertyDrift[][]> {
  const { api } = accountFor(settingsOf(config));
  const lookupCache = new Map<string, Promise<boolean>>(
    referrers.map(({ className, id }) => [`${className} ${id}`, Promise.resolve(true)]),
  );
  const lookUp = async (className: string, id: string): Promise<boolean> => {
    // The service refuses to look up an id in the collection of another class (error 227).
    if ((classOf(id) ?? className) !== className) return false;
    const family = resources.find(({ name }) => name === className);
    // A nested object cannot be read by its id alone, and an object of an unknown class not at all: both may exist.
    if (family?.pathKeys.length !== 0) return true;
    return (await api.read(collectionOf(family, {}), id)) !== undefined;
  };
  const exists = (className: string, id: string): Promise<boolean> =>
    getOrAdd(lookupCache, `${className} ${id}`, () => lookUp(className, id));
  const isDangling = async ({ id, classes }: ReferencedId) =>
    !(await Promise.all(classes.map((name) => exists(name, id)))).includes(true);
  return Promise.all(
    referrers.map(async ({ className, outputs, inputs, secrets }) => {
      const family = await loadFamily(className);
      if (!family) return [];
      const ids = referencedIds(family, comparableState(family, outputs, inputs));
      const dangling = await Promise.all(ids.map(isDangling));
      return ids.flatMap(({ path, id }, n) => (dangling[n] ? [danglingReference(path, id, secrets)] : []));
    }),
  );
}
