/** Owner of a module: a resource of its own, or the resource of its edge or route. */
type Owner = "own" | "edge";

/**
 * The resource that set a module last. The engine deletes last, so the module it deletes may have just been set by
 * another resource or by the edge itself, and no longer belongs to the deleted resource.
 */
export class ModuleOwnership {
  private readonly owners = new Map<string, Owner>();

  /** Records the owner that has set the module at a path. */
  set(path: string, owner: Owner): void {
    this.owners.set(path, owner);
  }

  /** The owner that set the module last in this run. */
  ownerOf(path: string): Owner | undefined {
    return this.owners.get(path);
  }
}
