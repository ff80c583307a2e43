import type { Declarations } from "./declarations";
import type { Sightings } from "./sightings";
import type { Successors } from "./successors";

/** Owner of a module: a resource of its own, or the resource of its edge or route. */
type Owner = "own" | "edge";

/**
 * Who owns each module. The engine deletes last, so the module it deletes may be another resource's by then, or the
 * edge's, set in this run or in an earlier one: a deletion asks what the program declares now.
 */
export class ModuleOwnership {
  /** Owners that have set a module in this process. */
  private readonly owners = new Map<string, Owner>();
  /** Deletions under way, by path. */
  private readonly deletions = new Map<string, Promise<unknown>>();

  constructor(
    private readonly declarations: Declarations,
    private readonly successors: Successors,
    private readonly sightings: Sightings,
  ) {}

  /** Records the owner that has set the module at a path. */
  set(path: string, owner: Owner): void {
    this.owners.set(path, owner);
    this.successors.settle(path);
  }

  /** Records the modules that a resource of the program declares. */
  declare(by: string, paths: readonly string[]): void {
    this.declarations.say({ kind: "modules", by, values: paths });
    this.successors.declare(by, paths);
  }

  /** Why the deletion of a module's own resource leaves the module in place; undefined when it does not. */
  whyKept(path: string): string | undefined {
    const [by] = this.declarations.whoSay("modules", path);
    if (by !== undefined) return `the program declares it in ${by}`;
    if (this.owners.has(path)) return "it was set in this run";
    const heir = this.successors.whyLeft(path);
    if (heir !== undefined) return heir;
    const edge = this.sightings.seenIn(path);
    return edge === undefined || this.declarations.hasSaid("modules", edge)
      ? undefined
      : `${edge}, which this command does not show, declares it as of the last one that did`;
  }

  /** Records the modules that the state of an edge or route has, and those that it no longer has. */
  see(edge: string, paths: readonly string[], gone: readonly string[] = []): void {
    for (const path of gone) this.sightings.forget(path);
    for (const path of paths) this.sightings.see(path, edge);
  }

  /**
   * Why an edge or route that no longer declares a module must not delete it; undefined when it may. The engine shows
   * the program one resource after the other, so that a resource of its own may come later: see isDropped.
   *
   * @param edge - The edge or route.
   */
  whyNotDeleted(path: string, edge: string): string | undefined {
    return this.whySetByAnother(path, edge) ?? this.successors.whyTakenOver(path);
  }

  /** Records the modules that an edge or route gives up. */
  drop(edge: string, paths: readonly string[]): void {
    const own = paths.filter((path) => this.whySetByAnother(path, edge) === undefined);
    this.declarations.say({ kind: "drops", by: edge, values: own });
    for (const path of paths) this.successors.giveUp(path, edge);
  }

  /** Whether the edge or route removes the module in this run, so that a resource of its own must set it again. */
  isDropped(path: string): boolean {
    return !this.owners.has(path) && this.declarations.whoSay("drops", path).length > 0;
  }

  private whySetByAnother(path: string, edge: string): string | undefined {
    if (this.owners.get(path) === "own") return "another resource has set it in this run";
    const [by] = this.declarations.whoSay("modules", path).filter((one) => one !== edge);
    return by === undefined ? undefined : `the program declares it in ${by}`;
  }

  /**
   * Runs the deletion of a module by its edge or route.
   *
   * @returns The resource that was to take the module over, as an earlier command has shown, and of which the last one has
   * shown nothing.
   */
  async deleting(path: string, task: () => Promise<unknown>): Promise<string | undefined> {
    const deletion = task();
    this.deletions.set(
      path,
      deletion.catch(() => undefined),
    );
    await deletion;
    const heir = this.successors.formerHeir(path);
    this.successors.settle(path);
    return heir;
  }

  /** Resolves once no deletion of the module is under way: it would undo what is set in the meantime. */
  async afterDeletion(path: string): Promise<void> {
    await this.deletions.get(path);
  }
}
