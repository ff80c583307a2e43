import { type Collection, idOf } from "../api";
import { isRecord } from "../family/field";
import type { Props, ResourceFamily } from "../family/resource";
import type { LifecycleContext } from "./lifecycle";
import { canNeed, type Target, whereNeeded } from "./references";
import { observe } from "./state";

/** Limit of objects read per collection. */
const MOST_READ = 1_000;
/** Limit of users named in an error. */
const MOST_NAMED = 5;

/** Advice for cases where the engine knows no dependency that would delete the users first. */
const ADVICE =
  "Delete them, or take it out of them, before it. If this program has deleted them too, the engine did not know that they go first: run again with --continue-on-error, and once more after that. A program that refers to the output instead of writing the value as text tells the engine the order";

/**
 * The end of an error about an object that others still use: which ones, and what to do. Empty when none is found.
 * Skips collections that cannot be read, and reads only the newest thousand objects of a large one.
 */
export async function usersOf(account: LifecycleContext, target: Target): Promise<string> {
  const users = await findUsers(account, target);
  if (users.length === 0) return "";
  const named = users.slice(0, MOST_NAMED).join(", ");
  const more = users.length > MOST_NAMED ? ` and ${users.length - MOST_NAMED} more` : "";
  return `; it is used by ${named}${more}. ${ADVICE}`;
}

/** Objects that use another one: class, id and property of each. Reads as much as usersOf. */
export async function findUsers(account: LifecycleContext, target: Target): Promise<readonly string[]> {
  const families = await account.families();
  const able = families.filter((family) => canNeed(family, target.family));
  const found = await Promise.all(
    able.map((family) => usersIn(account, family, families, target).catch(() => [])),
  );
  return found.flat();
}

async function usersIn(
  account: LifecycleContext,
  family: ResourceFamily,
  families: readonly ResourceFamily[],
  target: Target,
): Promise<string[]> {
  const users: string[] = [];
  for await (const object of objectsOf(account, family, families)) {
    const { inputs, computed } = observe(family, object);
    if (family.manages?.({ ...inputs, ...computed }) === false) continue;
    const where = whereNeeded(family, inputs, target);
    if (where !== undefined) users.push(`${family.name} ${idOf(object, family.path)} (${where})`);
  }
  return users;
}

/** The objects of a family; those without a list of their own are read from their parent. */
async function* objectsOf(
  account: LifecycleContext,
  family: ResourceFamily,
  families: readonly ResourceFamily[],
): AsyncGenerator<Props, void> {
  let read = 0;
  const [top = ""] = family.path.split("/{", 1);
  const container = families.find(({ path }) => path === top);
  if (!container) return;
  const collection: Collection = { path: container.path, listKey: container.listKey };
  for await (const object of account.api.list(collection)) {
    const nested = family === container ? [object] : object[family.listKey];
    yield* (Array.isArray(nested) ? nested : []).filter(isRecord);
    if (++read >= MOST_READ) return;
  }
}
