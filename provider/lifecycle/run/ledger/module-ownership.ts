import type { Declarations, KnownOwners } from "./declarations";
import type { Successors } from "./successors";

/** The class of the resource that sets a module: one of a single module, or that of the edge or route. */
type SettingClass = "single module" | "edge or route";

/** Decides which resource owns a module. The engine deletes last, when the module may belong to another resource. */
export class ModuleOwnership {
  /** The modules that this run has set, by path. */
  private readonly setBy = new Map<string, SettingClass>();
  private readonly deletions = new Map<string, Promise<unknown>>();

  constructor(
    private readonly declarations: Declarations,
    private readonly successors: Successors,
    private readonly knownOwners: KnownOwners,
  ) {}

  recordSet(path: string, by: SettingClass): void {
    this.setBy.set(path, by);
    this.successors.forgetEarlierSuccessor(path);
  }

  declare(author: string, paths: readonly string[]): void {
    this.declarations.declare({ kind: "modules", author, values: paths });
    this.successors.declare(author, paths);
  }

  /** For a deletion by the module's own resource; undefined if it may proceed. */
  reasonToKeep(path: string): string | undefined {
    const [author] = this.declarations.authorsOf("modules", path);
    if (author !== undefined) return `the program declares it in ${author}`;
    if (this.setBy.has(path)) return "it was set in this run";
    const successor = this.successors.reasonToLeave(path);
    if (successor !== undefined) return successor;
    const edge = this.knownOwners.ownerOf(path);
    return edge === undefined || this.declarations.hasStatement("modules", edge)
      ? undefined
      : `${edge}, which this command does not include, declared it in an earlier one`;
  }

  /** Records the modules in the state of an edge or route, and those that it no longer contains. */
  recordState(edge: string, paths: readonly string[], removed: readonly string[] = []): void {
    for (const path of removed) this.knownOwners.forget(path);
    for (const path of paths) this.knownOwners.record(path, edge);
  }

  /** For a deletion by an edge or route that no longer declares the module; undefined if it may proceed. */
  reasonNotToDelete(path: string, edge: string): string | undefined {
    return this.reasonSetElsewhere(path, edge) ?? this.successors.reasonToLeaveDropped(path);
  }

  /** Records the modules that an edge or route releases. */
  drop(edge: string, paths: readonly string[]): void {
    // A module that another resource sets stays, but its owner is still recorded below.
    const removable = paths.filter((path) => this.reasonSetElsewhere(path, edge) === undefined);
    this.declarations.declare({ kind: "drops", author: edge, values: removable });
    for (const path of paths) this.successors.recordDrop(path, edge);
  }

  /** True if the edge or route removes the module in this run, so the module's own resource must set it again. */
  isDropped(path: string): boolean {
    return !this.setBy.has(path) && this.declarations.authorsOf("drops", path).length > 0;
  }

  private reasonSetElsewhere(path: string, edge: string): string | undefined {
    if (this.setBy.get(path) === "single module") return "another resource has set it in this run";
    const author = this.declarations.authorsOf("modules", path).find((candidate) => candidate !== edge);
    return author === undefined ? undefined : `the program declares it in ${author}`;
  }

  /** Returns the resource that declared the module in an earlier command, if the last command didn't include it. */
  async delete(path: string, task: () => Promise<unknown>): Promise<string | undefined> {
    const deletion = task();
    this.deletions.set(path, deletion);
    await deletion;
    const successor = this.successors.successorOfEarlierRun(path);
    this.successors.forgetEarlierSuccessor(path);
    return successor;
  }

  /** Waits for a running deletion of the module, which would undo a concurrent request that sets it. */
  async afterDeletion(path: string): Promise<void> {
    await this.deletions.get(path)?.catch(() => undefined);
  }
}
