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

/** Replaces an object and what uses it. A forced replacement leaves the users in place. */
export const RECREATE = "run `pulumi destroy --target '<its URN>' --target-dependents`, then `pulumi up`";

/** Advice for cases where the engine knows no dependency that would delete the users first. */
const ADVICE = `Delete them, or take it out of them, before it. If this program has deleted them too, the engine did not know that they go first: run again with --continue-on-error, and once more after that. A program that refers to the output instead of writing the value as text tells the engine the order. If the program keeps them and the object is to be replaced without a change (\`--replace\`, \`pulumi state taint\`), ${RECREATE}`;

/**
 * The end of an error about an object that others still use: which ones, and what to do. Empty when none is found.
 * Skips collections that cannot be read, and reads only the newest thousand objects of a large one.
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

/** Objects that use another one: class, id and property of each. Reads as much as usersOf. */
export async function findUsers(run: Run, target: Target): Promise<readonly string[]> {
  return (await search(run, REFERENCES, [target])).map(({ user }) => user);
}

/** How objects of other classes have to do with an object. */
interface Relation {
  /** Whether objects of one family may have to do with objects of another. */
  readonly can: (referrer: ResourceFamily, target: ResourceFamily) => boolean;
  /** The property through which an object with these values does. */
  readonly where: (referrer: ResourceFamily, values: Props, target: Target) => string | undefined;
}

const REFERENCES: Relation = { can: canReference, where: findReference };
const BELONGINGS: Relation = { can: canBelongTo, where: findReferenceOrParent };

/** Searches about deleted objects, and requests for them: a run that deletes many must not spend its requests on them. */
const MAX_SEARCHES = 2;
const MAX_LOOKUPS = 20;
const WITHIN_MS = 60_000;

/** So many of something a minute. */
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
 * Searches for the users of deleted objects. Objects that are deleted while another search is under way share the next
 * one. There are two searches a minute at most: for further objects nobody is asked.
 */
class SharedSearch {
  private waiting: Target[] = [];
  private last: Promise<void> = Promise.resolve();
  private readonly allowance = new RateLimit(MAX_SEARCHES);
  private readonly found = new WeakMap<Target, readonly string[]>();

  constructor(private readonly relation: Relation) {}

  async usersOf(run: Run, target: Target): Promise<readonly string[]> {
    this.waiting.push(target);
    this.last = this.last.then(() => this.next(run));
    await this.last;
    return this.found.get(target) ?? [];
  }

  private async next(run: Run): Promise<void> {
    const targets = this.waiting.splice(0);
    if (targets.length === 0 || !this.allowance.tryTake(run.now())) return;
    // No look-up may make a deletion fail.
    for (const { target, user } of await search(run, this.relation, targets).catch(() => []))
      this.found.set(target, [...(this.found.get(target) ?? []), user]);
  }
}

/** What an account is asked about its deleted objects. */
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

/** Warns of what still names an object that was deleted all the same. */
export async function warnOfUsers(run: Run, target: Target): Promise<void> {
  const { family, id } = target;
  const users = await deletionsOf(run).users.usersOf(run, target);
  if (users.length > 0)
    run.report(
      `warning: ${family.name} ${id} is deleted, and ${namedUsers(users)} still named it then, as one that is empty: unless this run deletes or updates them as well, name another object there`,
    );
}

/**
 * What belongs to an object that is about to be deleted, and what its resource does not declare: its parts, its modules,
 * the keys that it owns. The service deletes most of it with the object.
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

/** Warns of what has gone with an object. */
export function warnOfBelongings(run: Run, { family, id }: Target, found: readonly string[]): void {
  if (found.length === 0) return;
  run.report(
    `warning: ${family.name} ${id} is deleted while it had ${namedUsers(found)}, which its resource does not declare: what belongs to an object is deleted with it, or may work no more. Unless this run deletes it as well, or the option \`deletedWith\` of its resource names this one, another program or person has to create it again elsewhere`,
  );
}

/** The modules and parts that the object itself shows. */
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

async function search(
  run: Run,
  relation: Relation,
  targets: readonly Target[],
): Promise<readonly FoundUser[]> {
  const families = await run.families();
  const referring = families.filter((family) =>
    targets.some((target) => relation.can(family, target.family)),
  );
  const found = await Promise.all(
    referring.map((family) => usersIn(run, { relation, family, families, targets }).catch(() => [])),
  );
  return found.flat();
}

interface SearchScope {
  readonly relation: Relation;
  readonly family: ResourceFamily;
  readonly families: readonly ResourceFamily[];
  readonly targets: readonly Target[];
}

async function usersIn(run: Run, { relation, family, families, targets }: SearchScope): Promise<FoundUser[]> {
  const users: FoundUser[] = [];
  for await (const object of objectsOf(run, family, families)) {
    const { inputs, computed } = observe(family, object);
    if (family.manages?.({ ...inputs, ...computed }) === false) continue;
    for (const target of targets) {
      const where = relation.where(family, inputs, target);
      if (where !== undefined)
        users.push({ target, user: `${family.name} ${idOf(object, family.path)} (${where})` });
    }
  }
  return users;
}

/** The objects of a family; those without a list of their own are read from their parent. */
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
