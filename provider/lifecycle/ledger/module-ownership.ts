/** Who has set a module: a resource of its own, or the one of its edge or route. */
type Owner = "own" | "edge";

/**
 * Who has, or wants to have, a module as it is. The engine deletes last: what it deletes may be the module that another
 * resource, or the edge itself, has set a moment before, and is not the deleted resource's any more.
 */
export class ModuleOwnership {
  private readonly owners = new Map<string, Owner>();

  /** A resource has set the module at a path. */
  set(path: string, owner: Owner): void {
    this.owners.set(path, owner);
  }

  /** Who has set it last in this run. */
  ownerOf(path: string): Owner | undefined {
    return this.owners.get(path);
  }
}
