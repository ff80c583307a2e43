import { type ApiClient, type Collection, idOf } from "../api";
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
  return `; it is used by ${namedUsers(users)}. ${ADVICE}`;
}

function namedUsers(users: readonly string[]): string {
  const named = users.slice(0, MOST_NAMED).join(", ");
  return `${named}${users.length > MOST_NAMED ? ` and ${users.length - MOST_NAMED} more` : ""}`;
}

/** Objects that use another one: class, id and property of each. Reads as much as usersOf. */
export async function findUsers(account: LifecycleContext, target: Target): Promise<readonly string[]> {
  return (await findAllUsers(account, [target])).map(({ user }) => user);
}

/** Deletions of an account whose users nobody has looked for yet, and the search under way. */
const DELETED = new WeakMap<ApiClient, { targets: Target[]; search: Promise<void>; searchedAt: number[] }>();

/** Searches for users of deleted objects: a run that deletes many must not spend its requests on them. */
const MOST_SEARCHES = 2;
const SEARCHES_WITHIN_MS = 60_000;

/**
 * Warns of what still names an object that was deleted all the same. Objects that are deleted while another search is
 * under way share the next one. There are two searches a minute at most: for further objects nobody is asked.
 */
export function warnOfUsers(account: LifecycleContext, target: Target): Promise<void> {
  const waiting = DELETED.get(account.api) ?? { targets: [], search: Promise.resolve(), searchedAt: [] };
  DELETED.set(account.api, waiting);
  waiting.targets.push(target);
  waiting.search = waiting.search.then(async () => {
    const targets = waiting.targets.splice(0);
    const recent = waiting.searchedAt.filter((at) => account.now() - at < SEARCHES_WITHIN_MS);
    if (targets.length === 0 || recent.length >= MOST_SEARCHES) return;
    waiting.searchedAt = [...recent, account.now()];
    // The object is gone: no look-up may make its deletion fail.
    const found = await findAllUsers(account, targets).catch(() => []);
    for (const [{ family, id }, users] of grouped(found))
      account.report(
        `warning: ${family.name} ${id} is deleted, and ${namedUsers(users)} still named it then, as one that is empty: unless this run deletes or updates them as well, name another object there`,
      );
  });
  return waiting.search;
}

function grouped(found: readonly UserOf[]): ReadonlyMap<Target, readonly string[]> {
  const groups = new Map<Target, string[]>();
  for (const { target, user } of found) groups.set(target, [...(groups.get(target) ?? []), user]);
  return groups;
}

interface UserOf {
  readonly target: Target;
  readonly user: string;
}

async function findAllUsers(
  account: LifecycleContext,
  targets: readonly Target[],
): Promise<readonly UserOf[]> {
  const families = await account.families();
  const able = families.filter((family) => targets.some((target) => canNeed(family, target.family)));
  const found = await Promise.all(
    able.map((family) => usersIn(account, family, families, targets).catch(() => [])),
  );
  return found.flat();
}

async function usersIn(
  account: LifecycleContext,
  family: ResourceFamily,
  families: readonly ResourceFamily[],
  targets: readonly Target[],
): Promise<UserOf[]> {
  const users: UserOf[] = [];
  for await (const object of objectsOf(account, family, families)) {
    const { inputs, computed } = observe(family, object);
    if (family.manages?.({ ...inputs, ...computed }) === false) continue;
    for (const target of targets) {
      const where = whereNeeded(family, inputs, target);
      if (where !== undefined)
        users.push({ target, user: `${family.name} ${idOf(object, family.path)} (${where})` });
    }
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
