/** Owner of a module: a resource of its own, or the resource of its edge or route. */
type Owner = "own" | "edge";

/**
 * The resource that set a module last. The engine deletes last, so the module it deletes may have just been set by
 * another resource or by the edge itself, and no longer belongs to the deleted resource.
 */
export class ModuleOwnership {
  private readonly owners = new Map<string, Owner>();
  /** Modules that the program declares as resources of their own. */
  private readonly declared = new Set<string>();
  /** Modules that the program no longer declares in their edge or route. */
  private readonly dropped = new Set<string>();
  /** Deletions under way, by path. */
  private readonly deletions = new Map<string, Promise<unknown>>();

  /** Records the owner that has set the module at a path. */
  set(path: string, owner: Owner): void {
    this.owners.set(path, owner);
    this.dropped.delete(path);
  }

  /** The owner that set the module last in this run. */
  ownerOf(path: string): Owner | undefined {
    return this.owners.get(path);
  }

  /** Records that the program has a resource of its own for a module. */
  declare(path: string): void {
    this.declared.add(path);
  }

  /**
   * Why an edge or route that no longer declares a module must not delete it; undefined when it may. The engine shows
   * the program one resource after the other, so that a resource of its own may come later: see isDropped.
   */
  whyApart(path: string): string | undefined {
    if (this.owners.get(path) === "own") return "another resource has set it in this run";
    return this.declared.has(path) ? "another resource of the program manages it" : undefined;
  }

  /** Records that an edge or route gives up a module. */
  drop(path: string): void {
    if (this.whyApart(path) === undefined) this.dropped.add(path);
  }

  /** Whether the edge or route removes the module in this run, so that a resource of its own must set it again. */
  isDropped(path: string): boolean {
    return this.dropped.has(path);
  }

  /** Runs the deletion of a module by its edge or route. */
  async deleting(path: string, task: () => Promise<unknown>): Promise<void> {
    const deletion = task();
    this.deletions.set(
      path,
      deletion.catch(() => undefined),
    );
    await deletion;
  }

  /** Resolves once no deletion of the module is under way: it would undo what is set in the meantime. */
  async afterDeletion(path: string): Promise<void> {
    await this.deletions.get(path);
  }
}
