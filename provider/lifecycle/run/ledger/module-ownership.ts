import type { Declarations } from "./declarations";
import type { KnownOwners } from "./known-owners";
import type { Successors } from "./successors";

/** Owner of a module: a resource of its own, or the resource of its edge or route. */
type Owner = "own" | "edge";

/**
 * The owner of each module. The engine deletes last, so that a module may belong to another resource by then, or to the
 * edge: a deletion checks what the program declares now.
 */
export class ModuleOwnership {
  /** Owners that have set a module in this process. */
  private readonly owners = new Map<string, Owner>();
  /** Deletions under way, by path. */
  private readonly deletions = new Map<string, Promise<unknown>>();

  constructor(
    private readonly declarations: Declarations,
    private readonly successors: Successors,
    private readonly knownOwners: KnownOwners,
  ) {}

  set(path: string, owner: Owner): void {
    this.owners.set(path, owner);
    this.successors.forgetFormer(path);
  }

  /** Records the modules that a resource of the program declares. */
  declare(author: string, paths: readonly string[]): void {
    this.declarations.declare({ kind: "modules", author, values: paths });
    this.successors.declare(author, paths);
  }

  /** Why the deletion of a module's own resource leaves the module in place; undefined when it does not. */
  reasonToKeep(path: string): string | undefined {
    const [author] = this.declarations.authorsOf("modules", path);
    if (author !== undefined) return `the program declares it in ${author}`;
    if (this.owners.has(path)) return "it was set in this run";
    const successor = this.successors.reasonToLeave(path);
    if (successor !== undefined) return successor;
    const edge = this.knownOwners.ownerOf(path);
    return edge === undefined || this.declarations.valuesBy("modules", edge) !== undefined
      ? undefined
      : `${edge}, which this command does not show, declares it as of the last one that did`;
  }

  /** Records the modules that the state of an edge or route has, and those that it no longer has. */
  recordState(edge: string, paths: readonly string[], gone: readonly string[] = []): void {
    for (const path of gone) this.knownOwners.forget(path);
    for (const path of paths) this.knownOwners.record(path, edge);
  }

  /**
   * Why an edge or route that no longer declares a module must not delete it; undefined when it may. The engine passes
   * the resources of the program one after the other, so that the module's own resource may come later: see isDropped.
   *
   * @param edge - The edge or route.
   */
  reasonNotToDelete(path: string, edge: string): string | undefined {
    return this.reasonSetElsewhere(path, edge) ?? this.successors.reasonToRelease(path);
  }

  /** Records the modules that an edge or route releases. */
  drop(edge: string, paths: readonly string[]): void {
    const own = paths.filter((path) => this.reasonSetElsewhere(path, edge) === undefined);
    this.declarations.declare({ kind: "drops", author: edge, values: own });
    for (const path of paths) this.successors.release(path, edge);
  }

  /** Whether the edge or route removes the module in this run, so that a resource of its own must set it again. */
  isDropped(path: string): boolean {
    return !this.owners.has(path) && this.declarations.authorsOf("drops", path).length > 0;
  }

  private reasonSetElsewhere(path: string, edge: string): string | undefined {
    if (this.owners.get(path) === "own") return "another resource has set it in this run";
    const [author] = this.declarations.authorsOf("modules", path).filter((one) => one !== edge);
    return author === undefined ? undefined : `the program declares it in ${author}`;
  }

  /**
   * Runs the deletion of a module by its edge or route.
   *
   * @returns The resource that was to take the module over according to an earlier command, and that the last command did
   * not include.
   */
  async delete(path: string, task: () => Promise<unknown>): Promise<string | undefined> {
    const deletion = task();
    this.deletions.set(
      path,
      deletion.catch(() => undefined),
    );
    await deletion;
    const successor = this.successors.formerSuccessor(path);
    this.successors.forgetFormer(path);
    return successor;
  }

  /** Resolves once no deletion of the module is under way: it would undo what is set in the meantime. */
  async afterDeletion(path: string): Promise<void> {
    await this.deletions.get(path);
  }
}
