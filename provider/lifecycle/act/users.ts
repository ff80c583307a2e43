import { type ApiClient, type Collection, idOf } from "../../api";
import { isRecord } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import type { Run } from "../run/lifecycle";
import { canReference, findReference, type Target } from "../values/references";
import { observe } from "../values/response";
import { asList } from "../values/stored";

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
  return (await search(run, [target])).map(({ user }) => user);
}

/** Limit, so that a run that deletes many objects doesn't spend its requests on warnings. */
const MAX_SEARCHES = 2;
const WITHIN_MS = 60_000;

/**
 * Searches for the users of an account's deleted objects, at most twice a minute. Objects that are deleted during a
 * search share the next one. Beyond the limit, no users are returned.
 */
class SharedSearch {
  private waiting: Target[] = [];
  private last: Promise<void> = Promise.resolve();
  private startedAt: readonly number[] = [];
  private readonly usersByTarget = new WeakMap<Target, readonly string[]>();

  async usersOf(run: Run, target: Target): Promise<readonly string[]> {
    this.waiting.push(target);
    this.last = this.last.then(() => this.next(run));
    await this.last;
    return this.usersByTarget.get(target) ?? [];
  }

  private async next(run: Run): Promise<void> {
    const targets = this.waiting.splice(0);
    const now = run.now();
    this.startedAt = this.startedAt.filter((at) => now - at < WITHIN_MS);
    if (targets.length === 0 || this.startedAt.length >= MAX_SEARCHES) return;
    this.startedAt = [...this.startedAt, now];
    // A failed search must not make a deletion fail.
    for (const { target, user } of await search(run, targets).catch(() => []))
      this.usersByTarget.set(target, [...(this.usersByTarget.get(target) ?? []), user]);
  }
}

const SEARCHES = new WeakMap<ApiClient, SharedSearch>();

export async function warnOfUsers(run: Run, target: Target): Promise<void> {
  const { family, id } = target;
  const shared = SEARCHES.get(run.api) ?? new SharedSearch();
  SEARCHES.set(run.api, shared);
  const users = await shared.usersOf(run, target);
  if (users.length > 0)
    run.report(
      `warning: ${family.name} ${id} is deleted, but ${namedUsers(users)} still named it, where it now counts as empty: unless this run deletes or updates them too, name another object there`,
    );
}

interface FoundUser {
  readonly target: Target;
  readonly user: string;
}

async function search(run: Run, targets: readonly Target[]): Promise<FoundUser[]> {
  const families = await run.families();
  const usersIn = async (family: ResourceFamily): Promise<FoundUser[]> => {
    const users: FoundUser[] = [];
    for await (const object of objectsOf(run, family, families)) {
      const { inputs, computed } = observe(family, object);
      if (family.manages?.({ ...inputs, ...computed }) === false) continue;
      for (const target of targets) {
        const property = findReference(family, inputs, target);
        if (property !== undefined)
          users.push({ target, user: `${family.name} ${idOf(object, family.path)} (${property})` });
      }
    }
    return users;
  };
  const referring = families.filter((family) =>
    targets.some((target) => canReference(family, target.family)),
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
