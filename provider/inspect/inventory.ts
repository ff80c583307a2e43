import { accountFor } from "../account/account";
import { type ReadSetting, settingsOf } from "../account/settings/settings";
import { hadEngineMarks } from "../account/values/engine-marks";
import { isNotFound } from "../api";
import { resources } from "../families";
import { getOrAdd } from "../family/collections";
import { classesOf, knownField } from "../family/field";
import type { Props, ResourceFamily } from "../family/resource";
import { collectionOf, markIn, type Run } from "../lifecycle";
import { type CompleteObject, completeObject } from "./complete-object";

export interface AccountObject extends CompleteObject {
  readonly family: ResourceFamily;
  /** Ids of its parents; empty for most objects. */
  readonly pathInputs: Props;
  readonly response: Props;
}

export interface InventoryOptions {
  /** Reads only these classes and the classes that contain them. */
  readonly classes?: ReadonlySet<string>;
  /** Maximum number of containers to list; a class with more is skipped. */
  readonly maxContainers?: number;
  /** Selects the containers whose objects of a class are read; all by default. */
  readonly includesContainer?: (className: string, container: AccountObject) => boolean;
  readonly onSkipped?: (className: string) => void;
  readonly progress?: (className: string, count: number) => void;
}

/**
 * Reads every object of an account that has a class, oldest first within each family. Reads whole collections
 * concurrently: an account of 500 objects takes about 30 requests.
 */
export async function inventory(
  config: ReadSetting,
  options: InventoryOptions = {},
): Promise<AccountObject[]> {
  const account = accountFor(settingsOf(config));
  const objectsByClass = new Map<string, Promise<readonly AccountObject[]>>();
  const readObjects = async (family: ResourceFamily): Promise<readonly AccountObject[]> => {
    const isIncluded = (container: AccountObject) =>
      options.includesContainer?.(family.name, container) ?? true;
    const parents = await readParents(family, readClass, isIncluded);
    if (parents.length > (options.maxContainers ?? Number.POSITIVE_INFINITY)) {
      options.onSkipped?.(family.name);
      return [];
    }
    const lists = await Promise.all(parents.map((pathInputs) => list(account, family, pathInputs)));
    const objects = lists.flat().sort(byAge);
    options.progress?.(family.name, objects.length);
    return objects;
  };
  const readClass = (family: ResourceFamily) =>
    getOrAdd(objectsByClass, family.name, () => readObjects(family));
  await Promise.all(resources.filter(({ name }) => options.classes?.has(name) ?? true).map(readClass));
  return (await Promise.all(resources.map(({ name }) => objectsByClass.get(name) ?? []))).flat();
}

/** Returns the parent ids of every collection of a family; one empty entry for a top-level family. */
async function readParents(
  family: ResourceFamily,
  readClass: (container: ResourceFamily) => Promise<readonly AccountObject[]>,
  isIncluded: (container: AccountObject) => boolean,
): Promise<Props[]> {
  let parents: Props[] = [{}];
  for (const key of family.pathKeys) {
    const classes = classesOf(knownField(family.inputs, key)) ?? [];
    const containers = resources.filter(({ name }) => classes.includes(name));
    const objects = (await Promise.all(containers.map(readClass))).flat().filter(isIncluded);
    parents = parents.flatMap((parent) => objects.map(({ id }) => ({ ...parent, [key]: id })));
  }
  return parents;
}

async function list(account: Run, family: ResourceFamily, pathInputs: Props): Promise<AccountObject[]> {
  const objects: AccountObject[] = [];
  try {
    for await (const response of account.api.list(collectionOf(family, pathInputs))) {
      const object = completeObject(family, response, pathInputs);
      const isManageable = object.isManageable && !hadEngineMarks(response);
      objects.push({ family, pathInputs, response, ...object, isManageable });
    }
  } catch (error) {
    // A service that only implements the API reference doesn't have this family.
    if (!(family.serviceOnly && isNotFound(error))) throw error;
  }
  return objects;
}

export const isMarked = ({ response }: AccountObject): boolean => markIn(response) !== undefined;

/** Oldest first, because the order of ages doesn't change. Ids break ties, independently of the locale. */
const byAge = (a: AccountObject, b: AccountObject): number =>
  createdAt(a) - createdAt(b) || (a.id < b.id ? -1 : 1);

const createdAt = ({ state }: AccountObject) => Date.parse(String(state.createdAt)) || 0;
