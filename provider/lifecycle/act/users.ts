import { type ApiClient, type Collection, idOf } from "../../api";
import { isRecord } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import type { Run } from "../run/lifecycle";
import { itemOf } from "../values/collection";
import {
  canBelongTo,
  canReference,
  findReference,
  findReferenceOrParent,
  type Target,
} from "../values/references";
import { observe } from "../values/response";
import { asList, compose } from "../values/stored";

const MAX_READ = 1_000;
const MAX_NAMED = 5;

/** Advice to replace an object together with its users, which a forced replacement doesn't replace. */
export const RECREATE = "run `pulumi destroy --target '<its URN>' --target-dependents`, then `pulumi up`";

/** Advice for users that the engine doesn't delete first, because it knows no dependency. */
const ADVICE = `Delete them, or remove the reference, first. If this program has deleted them too, the engine didn't know that they have to be deleted first: run again with --continue-on-error, and once more after that. Refer to the output in the program instead of writing the value as text, so that the engine knows the order. If the program keeps them and the object is to be replaced without a change (\`--replace\`, \`pulumi state taint\`), ${RECREATE}`;

/**
 * Returns the end of an error about an object in use: its users, and what to do. Empty if none is found. Skips
 * collections that can't be read, and reads only the newest thousand objects of each.
 */
export async function describeUsers(run: Run, target: Target): Promise<string> {
  const users = await findUsers(run, target);
  if (users.length === 0) return "";
  return `; it is used by ${namedUsers(users)}. ${ADVICE}`;
}

function namedUsers(users: readonly string[]): string {
  const named = users.slice(0, MAX_NAMED).join(", ");
  return `${named}${users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : ""}`;
}

/** Returns class, id, and property of the objects that use another one. Reads as much as `describeUsers`. */
export async function findUsers(run: Run, target: Target): Promise<readonly string[]> {
  return (await search(run, REFERENCES, [target])).map(({ user }) => user);
}

/** A kind of reference from one object to another. */
interface Relation {
  /** True if objects of one family can refer to objects of another. */
  readonly isPossible: (referrer: ResourceFamily, target: ResourceFamily) => boolean;
  /** Returns the property by which an object refers to the target. */
  readonly find: (referrer: ResourceFamily, values: Props, target: Target) => string | undefined;
}

const REFERENCES: Relation = { isPossible: canReference, find: findReference };
const BELONGINGS: Relation = { isPossible: canBelongTo, find: findReferenceOrParent };

/** Limits per minute, so that a run that deletes many objects doesn't spend its requests on warnings. */
const MAX_SEARCHES = 2;
const MAX_LOOKUPS = 20;
const WITHIN_MS = 60_000;

/** Allows a number of uses per minute. */
class RateLimit {
  private takenAt: readonly number[] = [];

  constructor(private readonly most: number) {}

  tryTake(now: number): boolean {
    this.takenAt = this.takenAt.filter((at) => now - at < WITHIN_MS);
    if (this.takenAt.length >= this.most) return false;
    this.takenAt = [...this.takenAt, now];
    return true;
  }
}

/**
 * Searches for the users of deleted objects, at most twice a minute. Objects that are deleted during a search share the
 * next one. Beyond the limit, no users are returned.
 */
class SharedSearch {
  private waiting: Target[] = [];
  private last: Promise<void> = Promise.resolve();
  private readonly allowance = new RateLimit(MAX_SEARCHES);
  private readonly usersByTarget = new WeakMap<Target, readonly string[]>();

  constructor(private readonly relation: Relation) {}

  async usersOf(run: Run, target: Target): Promise<readonly string[]> {
    this.waiting.push(target);
    this.last = this.last.then(() => this.next(run));
    await this.last;
    return this.usersByTarget.get(target) ?? [];
  }

  private async next(run: Run): Promise<void> {
    const targets = this.waiting.splice(0);
    if (targets.length === 0 || !this.allowance.tryTake(run.now())) return;
    // A failed search must not make a deletion fail.
    for (const { target, user } of await search(run, this.relation, targets).catch(() => []))
      this.usersByTarget.set(target, [...(this.usersByTarget.get(target) ?? []), user]);
  }
}

/** The searches about deleted objects of one account. */
interface Deletions {
  readonly users: SharedSearch;
  readonly owned: SharedSearch;
  readonly lookups: RateLimit;
}

const DELETIONS = new WeakMap<ApiClient, Deletions>();

function deletionsOf({ api }: Run): Deletions {
  const known = DELETIONS.get(api) ?? {
    users: new SharedSearch(REFERENCES),
    owned: new SharedSearch(BELONGINGS),
    lookups: new RateLimit(MAX_LOOKUPS),
  };
  DELETIONS.set(api, known);
  return known;
}

/** Warns about objects that still refer to a deleted one. */
export async function warnOfUsers(run: Run, target: Target): Promise<void> {
  const { family, id } = target;
  const users = await deletionsOf(run).users.usersOf(run, target);
  if (users.length > 0)
    run.report(
      `warning: ${family.name} ${id} is deleted, but ${namedUsers(users)} still named it, where it now counts as empty: unless this run deletes or updates them too, name another object there`,
    );
}

/**
 * Returns what belongs to an object that is about to be deleted but isn't declared by its resource: parts, modules, and
 * keys that it owns. The service deletes most of them with the object.
 */
export async function findBelongings(run: Run, target: Target): Promise<readonly string[]> {
  const families = await run.families();
  const isOwner = families.some((family) => canBelongTo(family, target.family));
  const [shown, owned] = await Promise.all([
    findOwnParts(run, target, families).catch(() => []),
    isOwner ? deletionsOf(run).owned.usersOf(run, target) : [],
  ]);
  return [...shown, ...owned];
}

/** Warns about what was deleted with an object. */
export function warnOfBelongings(run: Run, { family, id }: Target, found: readonly string[]): void {
  if (found.length === 0) return;
  run.report(
    `warning: ${family.name} ${id} is deleted while it had ${namedUsers(found)}, which its resource does not declare: they are deleted with it, or may stop working. Unless this run deletes them too, or the option \`deletedWith\` of their resource names this one, another program or person has to create them again elsewhere`,
  );
}

/** Returns the modules and parts that the object's own response contains. */
async function findOwnParts(
  run: Run,
  { family, id, state }: Target,
  families: readonly ResourceFamily[],
): Promise<readonly string[]> {
  const below = families.filter(
    ({ listedInParent, path }) => listedInParent && path.startsWith(`${family.path}/{`),
  );
  if (below.length === 0 && family.moduleKeys.length === 0) return [];
  if (!deletionsOf(run).lookups.tryTake(run.now())) return [];
  const object = await run.api.find(itemOf(family, state, id), { id });
  if (!object) return [];
  const { unmanagedModules } = compose(family, state, observe(family, object, state));
  const parts = below.flatMap(({ name, listKey, path }) =>
    recordsIn(object[listKey]).map((part) => `${name} ${idOf(part, path)}`),
  );
  return [...parts, ...asList(unmanagedModules).map((key) => `the module ${key}`)];
}

interface FoundUser {
  readonly target: Target;
  readonly user: string;
}

async function search(run: Run, relation: Relation, targets: readonly Target[]): Promise<FoundUser[]> {
  const families = await run.families();
  const usersIn = async (family: ResourceFamily): Promise<FoundUser[]> => {
    const users: FoundUser[] = [];
    for await (const object of objectsOf(run, family, families)) {
      const { inputs, computed } = observe(family, object);
      if (family.manages?.({ ...inputs, ...computed }) === false) continue;
      for (const target of targets) {
        const property = relation.find(family, inputs, target);
        if (property !== undefined)
          users.push({ target, user: `${family.name} ${idOf(object, family.path)} (${property})` });
      }
    }
    return users;
  };
  const referring = families.filter((family) =>
    targets.some((target) => relation.isPossible(family, target.family)),
  );
  const found = await Promise.all(referring.map((family) => usersIn(family).catch(() => [])));
  return found.flat();
}

/** Iterates over the objects of a family. Reads objects without a list of their own from their parent. */
async function* objectsOf(
  run: Run,
  family: ResourceFamily,
  families: readonly ResourceFamily[],
): AsyncGenerator<Props, void> {
  let read = 0;
  const [top = ""] = family.path.split("/{", 1);
  const container = families.find(({ path }) => path === top);
  if (!container) return;
  const collection: Collection = { path: container.path, listKey: container.listKey };
  for await (const object of run.api.list(collection)) {
    yield* family === container ? [object] : recordsIn(object[family.listKey]);
    if (++read >= MAX_READ) return;
  }
}

const recordsIn = (value: unknown): readonly Props[] => asList(value).filter(isRecord);
