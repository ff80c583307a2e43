/**
 * Objects that resources of the program name in `adoptId`, and those that were taken over: by which it is told whose an
 * object is when the engine has two resources with one object.
 */
export class AdoptedObjects {
  /** Objects that resources of the program, which exist already, name in `adoptId`. */
  private readonly named = new Set<string>();
  /** Those of them that such a resource stands for and keeps: no other resource may adopt them. */
  private readonly kept = new Set<string>();
  /** Those whose resource is replaced: the object that replaces them must not be they themselves again. */
  private readonly replaced = new Set<string>();
  /**
   * Objects taken over in this process. Whichever resource held them before must not delete them: one under another name,
   * or the same one when `--replace` forces a replacement, of which the engine tells the provider nothing beforehand.
   */
  private readonly taken = new Map<string, "adopted" | "taken over">();
  /** Objects of resources that took them over in earlier runs, and when. */
  private readonly takenEarlier = new Map<string, unknown>();

  /** A resource that exists already names an object. */
  name(id: string): void {
    this.named.add(id);
  }

  /** A resource that names its own object in `adoptId` was compared. */
  compare(id: string, { isReplaced }: { readonly isReplaced: boolean }): void {
    this.replaced.delete(id);
    this.kept.delete(id);
    if (isReplaced) this.replaced.add(id);
    else if (this.named.has(id)) this.kept.add(id);
  }

  /** The state of a resource says since when it stands for an object that it took over. */
  wasTaken(id: string, since: unknown): void {
    this.takenEarlier.set(id, since);
  }

  /** A resource takes an object over. */
  take(id: string, how: "adopted" | "taken over"): void {
    this.taken.set(id, how);
  }

  /** Whether another resource stands for an object. */
  isKept(id: string): boolean {
    return this.kept.has(id);
  }

  isReplaced(id: string): boolean {
    return this.replaced.has(id);
  }

  /** Why the object of a state that goes is another resource's by now; undefined when it is not. */
  whyTaken(id: string, since: unknown): string | undefined {
    const how = this.taken.get(id);
    if (how !== undefined) return `it was ${how} in this run`;
    const isStale = this.takenEarlier.has(id) && this.takenEarlier.get(id) !== since;
    return isStale ? "its resource has taken it over in an earlier run" : undefined;
  }
}
