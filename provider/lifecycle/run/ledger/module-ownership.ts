import type { Declarations, KnownOwners } from "./declarations";
import type { Successors } from "./successors";

/** The resource that sets a module: the module's own, or that of the edge or route. */
type Setter = "own resource" | "edge or route";

/** Decides which resource owns a module, so that a deletion, which the engine runs last, keeps what another resource set. */
export class ModuleOwnership {
  /** Who has set a module in this run, by the module's path. */
  private readonly setters = new Map<string, Setter>();
  private readonly deletionsByPath = new Map<string, Promise<unknown>>();

  constructor(
    private readonly declarations: Declarations,
    private readonly successors: Successors,
    private readonly knownOwners: KnownOwners,
  ) {}

  recordSetter(path: string, setter: Setter): void {
    this.setters.set(path, setter);
    this.successors.takeEarlierSuccessor(path);
  }

  /** Records all modules that a resource declares. */
  declare(declarer: string, paths: readonly string[]): void {
    this.declarations.declare({ kind: "modules", declarer, values: paths });
    this.successors.declare(declarer, paths);
  }

  /** Returns why the module's own resource must not delete it; undefined if it may. */
  reasonToKeep(path: string): string | undefined {
    const [declarer] = this.declarations.declarersOf("modules", path);
    if (declarer !== undefined) return `the program declares it in ${declarer}`;
    if (this.setters.has(path)) return "it was set in this run";
    const successor = this.successors.reasonToKeep(path);
    if (successor !== undefined) return successor;
    const edge = this.knownOwners.ownerOf(path);
    return edge === undefined || this.declarations.hasStatement("modules", edge)
      ? undefined
      : `${edge} declared it in an earlier command, and is not part of this one`;
  }

  /** Records the modules in the state of an edge or route (class and id), and forgets those that are no longer in it. */
  recordState(edge: string, paths: readonly string[], removed: readonly string[] = []): void {
    for (const path of removed) this.knownOwners.forget(path);
    for (const path of paths) this.knownOwners.record(path, edge);
  }

  /** Returns why an edge or route that no longer declares the module must not delete it; undefined if it may. */
  reasonToKeepDropped(path: string, edge: string): string | undefined {
    return this.describeOtherOwner(path, edge) ?? this.successors.reasonToKeepDropped(path);
  }

  /** Records the modules that an edge or route no longer declares. */
  recordDropped(edge: string, paths: readonly string[]): void {
    // A module that another resource sets stays. That this edge declared it is still recorded below.
    const removable = paths.filter((path) => this.describeOtherOwner(path, edge) === undefined);
    this.declarations.declare({ kind: "drops", declarer: edge, values: removable });
    for (const path of paths) this.successors.recordDropped(path, edge);
  }

  /** True if the edge or route removes the module in this run, so the module's own resource must set it again. */
  isRemovedByEdge(path: string): boolean {
    return !this.setters.has(path) && this.declarations.declarersOf("drops", path).length > 0;
  }

  private describeOtherOwner(path: string, edge: string): string | undefined {
    if (this.setters.get(path) === "own resource") return "another resource has set it in this run";
    const declarer = this.declarations.declarersOf("modules", path).find((candidate) => candidate !== edge);
    return declarer === undefined ? undefined : `the program declares it in ${declarer}`;
  }

  /** Deletes a module. Returns the resource that declared it in an earlier run, if that isn't part of this run. */
  async delete(path: string, task: () => Promise<unknown>): Promise<string | undefined> {
    const deletion = task();
    this.deletionsByPath.set(path, deletion);
    await deletion;
    return this.successors.takeEarlierSuccessor(path);
  }

  /** Waits for a running deletion of the module, which would undo a concurrent request that sets it. */
  async waitForDeletion(path: string): Promise<void> {
    await this.deletionsByPath.get(path)?.catch(() => undefined);
  }
}
