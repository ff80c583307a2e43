import { type ApiClient, type Collection, idOf } from "../../api";
import { getOrAdd, listFirst } from "../../family/collections";
import { isRecord } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import type { Run } from "../run/lifecycle";
import { canReference, findReference, type Target } from "../values/references";
import { isManaged, observe } from "../values/response";
import { asList } from "../values/state";

const MAX_READ = 1_000;
const MAX_LISTED = 5;

/** Advice to replace an object together with its users, because a forced replacement replaces only the object. */
export const RECREATE = "run `pulumi destroy --target '<its URN>' --target-dependents`, then `pulumi up`";

/** Advice for users that the engine doesn't delete first, because it doesn't know the dependency. */
const ADVICE = `Delete them first, or remove the reference. If this program no longer declares them either, the engine didn't know the order: run again with --continue-on-error, and once more after that. To prevent this, refer to the output in the program instead of writing the value as text. If the program keeps them and replaces the object, remove \`deleteBeforeReplace\`; to replace it without a change (\`--replace\`, \`pulumi state taint\`), ${RECREATE}`;

/** Returns the end of an error about an object in use: its users, and advice. Empty if none is found. */
export async function describeUsers(run: Run, target: Target): Promise<string> {
  const users = await findUsers(run, target);
  if (users.length === 0) return "";
  return `; it is used by ${listFirst(users, MAX_LISTED)}. ${ADVICE}`;
}

/** Returns referring objects, each with the property. Reads the newest thousand of a class, or of its outermost parents. */
export async function findUsers(run: Run, target: Target): Promise<readonly string[]> {
  return (await search(run, [target])).map(({ user }) => user);
}

const MAX_SEARCHES_PER_MINUTE = 2;

/** Searches for the users of an account's deleted objects. Objects deleted during a search share the next one. */
class SharedSearch {
  private readonly waiting: Target[] = [];
  private lastSearch: Promise<void> = Promise.resolve();
  /** Start times of the searches in the last minute. */
  private startedAt: readonly number[] = [];
  private readonly usersByTarget = new WeakMap<Target, readonly string[]>();

  async usersOf(run: Run, target: Target): Promise<readonly string[]> {
    this.waiting.push(target);
    this.lastSearch = this.lastSearch.then(() => this.searchForWaiting(run));
    await this.lastSearch;
    return this.usersByTarget.get(target) ?? [];
  }

  private async searchForWaiting(run: Run): Promise<void> {
    const targets = this.waiting.splice(0);
    // Beyond the limit, deletions get no warning: each search lists several classes.
    const now = run.now();
    this.startedAt = this.startedAt.filter((at) => now - at < 60_000);
    if (targets.length === 0 || this.startedAt.length >= MAX_SEARCHES_PER_MINUTE) return;
    this.startedAt = [...this.startedAt, now];
    // A failed search must not make a deletion fail.
    for (const { target, user } of await search(run, targets).catch(() => []))
      this.usersByTarget.set(target, [...(this.usersByTarget.get(target) ?? []), user]);
  }
}

const SEARCHES = new WeakMap<ApiClient, SharedSearch>();

export async function warnOfUsers(run: Run, target: Target): Promise<void> {
  const { family, id } = target;
  const users = await getOrAdd(SEARCHES, run.api, () => new SharedSearch()).usersOf(run, target);
  if (users.length > 0)
    run.report(
      `warning: ${family.name} ${id} is deleted, but ${listFirst(users, MAX_LISTED)} still referred to it. The service now treats that reference as empty. Unless this run deletes or updates them too, refer to another object`,
    );
}

async function search(run: Run, targets: readonly Target[]) {
  const families = await run.families();
  const usesBy = async (family: ResourceFamily) => {
    const uses: { readonly target: Target; readonly user: string }[] = [];
    for await (const object of objectsOf(run, family, families)) {
      const observation = observe(family, object);
      if (!isManaged(family, observation)) continue;
      for (const target of targets) {
        const property = findReference(family, observation.inputs, target);
        if (property !== undefined)
          uses.push({ target, user: `${family.name} ${idOf(object, family.path)} (${property})` });
      }
    }
    return uses;
  };
  const referring = families.filter((family) =>
    targets.some((target) => canReference(family, target.family)),
  );
  return (await Promise.all(referring.map((family) => usesBy(family).catch(() => [])))).flat();
}

async function* objectsOf(
  run: Run,
  family: ResourceFamily,
  families: readonly ResourceFamily[],
): AsyncGenerator<Props, void> {
  let readCount = 0;
  // The list of the outermost parent contains the objects of nested classes.
  const [outermost = ""] = family.path.split("/{", 1);
  const container = families.find(({ path }) => path === outermost);
  if (!container) return;
  const collection: Collection = { path: container.path, listKey: container.listKey };
  for await (const object of run.api.list(collection)) {
    yield* family === container ? [object] : asList(object[family.listKey]).filter(isRecord);
    if (++readCount >= MAX_READ) return;
  }
}
