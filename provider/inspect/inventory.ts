import { accountFor } from "../account/account";
import { type Read, settingsOf } from "../account/settings/settings";
import { hadEngineMarks } from "../account/values/engine-marks";
import { isNotFound } from "../api";
import { resources } from "../families";
import { classesOf, knownField } from "../family/field";
import type { Props, ResourceFamily } from "../family/resource";
import { collectionOf, type Run } from "../lifecycle";
import { markIn } from "../lifecycle/values";
import { type Whole, whole } from "./to-program";

/** One object of an account. */
export interface AccountObject extends Whole {
  readonly family: ResourceFamily;
  /** Ids of its parents; empty for most objects. */
  readonly at: Readonly<Record<string, string>>;
  /** The response of the service. */
  readonly response: Props;
}

export interface InventoryOptions {
  /** Reads only these classes, and those that they are nested in. */
  readonly classes?: ReadonlySet<string>;
  /** How many objects a class may be nested in: a class in more is left out. */
  readonly mostPlaces?: number;
  /** Whether objects of a class that are nested in an object are read; all are when omitted. */
  readonly isPlace?: (className: string, container: AccountObject) => boolean;
  /** Called for each class that is left out. */
  readonly skipped?: (className: string) => void;
  /** Called for each collection that was read. */
  readonly progress?: (className: string, count: number) => void;
}

/**
 * Every object of an account that has a class, oldest first within each family. Collections are read whole, many at a
 * time: an account of 500 objects takes about 30 requests.
 */
export async function inventory(config: Read, options: InventoryOptions = {}): Promise<AccountObject[]> {
  const account = accountFor(settingsOf(config));
  const found = new Map<string, Promise<readonly AccountObject[]>>();
  const of = (family: ResourceFamily): Promise<readonly AccountObject[]> => {
    const known = found.get(family.name);
    if (known) return known;
    const isPlace = options.isPlace?.bind(undefined, family.name) ?? (() => true);
    const reading = placesOf(family, of, isPlace).then(async (places) => {
      if (places.length > (options.mostPlaces ?? Number.POSITIVE_INFINITY)) {
        options.skipped?.(family.name);
        return [];
      }
      const lists = await Promise.all(places.map((at) => list(account, family, at)));
      const objects = lists.flat().sort(byAge);
      options.progress?.(family.name, objects.length);
      return objects;
    });
    found.set(family.name, reading);
    return reading;
  };
  await Promise.all(resources.filter(({ name }) => options.classes?.has(name) ?? true).map(of));
  return (await Promise.all(resources.map(({ name }) => found.get(name) ?? []))).flat();
}

/** The parent ids of every collection of a family; one empty entry for a top-level family. */
async function placesOf(
  family: ResourceFamily,
  of: (container: ResourceFamily) => Promise<readonly AccountObject[]>,
  isPlace: (container: AccountObject) => boolean,
): Promise<Readonly<Record<string, string>>[]> {
  let places: Readonly<Record<string, string>>[] = [{}];
  for (const key of family.pathKeys) {
    const containers = resources.filter(({ name }) => referredBy(family, key).includes(name));
    const ids = (await Promise.all(containers.map(of)))
      .flat()
      .filter(isPlace)
      .map(({ id }) => id);
    places = places.flatMap((place) => ids.map((id) => ({ ...place, [key]: id })));
  }
  return places;
}

function referredBy(family: ResourceFamily, key: string): readonly string[] {
  return classesOf(knownField(family.inputs, key)) ?? [];
}

async function list(
  account: Run,
  family: ResourceFamily,
  at: Readonly<Record<string, string>>,
): Promise<AccountObject[]> {
  const objects: AccountObject[] = [];
  try {
    for await (const response of account.api.list(collectionOf(family, at))) {
      const object = whole(family, response, at);
      const manageable = object.manageable && !hadEngineMarks(response);
      objects.push({ family, at, response: response, ...object, manageable });
    }
  } catch (error) {
    // A service that has only what the API reference has cannot have objects of the family either.
    if (!(family.serviceOnly && isNotFound(error))) throw error;
  }
  return objects;
}

/** Whether an object carries the ownership mark of a resource. */
export const isMarked = ({ response }: AccountObject): boolean => markIn(response) !== undefined;

/** Oldest first, since age does not change; ids break ties between objects of the same second. */
function byAge(one: AccountObject, other: AccountObject): number {
  return compareText(created(one), created(other)) || compareText(one.id, other.id);
}

const created = ({ state }: AccountObject) => {
  const at = Date.parse(String(state.createdAt));
  return Number.isNaN(at) ? "" : new Date(at).toISOString();
};

/** By code units: the same order on every machine, whatever its locale. */
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
