/**
 * Objects that resources of the program name in `adoptId`, and objects that were taken over. They decide who owns an
 * object when the engine has two resources for it.
 */
export class AdoptedObjects {
  /** Objects that existing resources of the program name in `adoptId`. */
  private readonly named = new Set<string>();
  /** The subset that such a resource manages and keeps: no other resource may adopt them. */
  private readonly kept = new Set<string>();
  /** The subset whose resource is being replaced: the replacement must not be the same object again. */
  private readonly replaced = new Set<string>();
  /**
   * Objects taken over in this process. The resource that held one before must not delete it. That may be a resource
   * of another name, or the same resource when `--replace` forces a replacement, which the engine does not announce
   * to the provider.
   */
  private readonly taken = new Map<string, "adopted" | "taken over">();
  /** Objects that resources took over in earlier runs, and when. */
  private readonly takenEarlier = new Map<string, unknown>();

  /** Records that an existing resource names an object. */
  name(id: string): void {
    this.named.add(id);
  }

  /** Records that a resource which names its own object in `adoptId` was compared. */
  compare(id: string, { isReplaced }: { readonly isReplaced: boolean }): void {
    this.replaced.delete(id);
    this.kept.delete(id);
    if (isReplaced) this.replaced.add(id);
    else if (this.named.has(id)) this.kept.add(id);
  }

  /** Records when a resource took its object over, as its state says. */
  wasTaken(id: string, since: unknown): void {
    this.takenEarlier.set(id, since);
  }

  /** Records that a resource takes an object over. */
  take(id: string, how: "adopted" | "taken over"): void {
    this.taken.set(id, how);
  }

  /** Whether another resource manages an object. */
  isKept(id: string): boolean {
    return this.kept.has(id);
  }

  isReplaced(id: string): boolean {
    return this.replaced.has(id);
  }

  /** Why the object of a state to be deleted now belongs to another resource; undefined when it does not. */
  whyTaken(id: string, since: unknown): string | undefined {
    const how = this.taken.get(id);
    if (how !== undefined) return `it was ${how} in this run`;
    const isStale = this.takenEarlier.has(id) && this.takenEarlier.get(id) !== since;
    return isStale ? "its resource has taken it over in an earlier run" : undefined;
  }
}
