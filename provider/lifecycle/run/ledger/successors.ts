import type { Declarations, KnownOwners } from "./declarations";

interface ComparedResource {
  /** Class and id. */
  readonly label: string;
  /** As in Statement; undefined if unknown. */
  readonly author: string | undefined;
  /** The resource's object, or the path of its module. */
  readonly items: readonly string[];
}

/** A replacement whose new object this run has not created yet. */
interface Replacement {
  readonly author: string | undefined;
  /** Other resources that adopt the items of the replaced resource, as recorded by an earlier command, by item. */
  readonly successors: ReadonlyMap<string, string>;
}

/**
 * Resources that adopt the items (objects and modules) that replacements and updates of edges release. With
 * `deleteBeforeReplace`, the engine deletes in the middle of a run, before it passes the dependents of the replaced
 * resource to the provider. Likewise, it updates an edge before the resources of its modules. The preview before the
 * run has recorded the new owner of each item.
 */
export class Successors {
  /** By resource. */
  private readonly compared = new Map<string, ComparedResource>();
  /** By class and id. */
  private readonly open = new Map<string, Replacement>();
  /** Items of replaced resources that this run has deleted or left in place. */
  private readonly gone = new Set<string>();
  /** The successor of each released item, as recorded by the previous command. */
  private readonly expected = new Map<string, string | undefined>();
  /** The successor of each released item, as recorded by the command before the previous one. */
  private readonly former = new Map<string, string | undefined>();

  constructor(
    private readonly declarations: Declarations,
    private readonly knownOwners: KnownOwners,
  ) {}

  /** Records the comparison of an existing resource. */
  recordComparison(resource: ComparedResource, { isReplaced }: { readonly isReplaced: boolean }): void {
    if (resource.author !== undefined) this.compared.set(resource.author, resource);
    if (isReplaced) {
      this.recordReplacement(resource);
      return;
    }
    this.open.delete(resource.label);
    this.declarations.declare({ kind: "leaves", author: resource.label, values: [] });
  }

  /**
   * Records that a resource gets a new object. If it was compared before, the engine itself decided on the
   * replacement.
   */
  recordNewObject(author: string): void {
    const resource = this.compared.get(author);
    if (resource) this.recordReplacement(resource);
  }

  /**
   * Records that a resource has its new object. The engine deletes the items of the old one, in a later run if this one
   * fails.
   *
   * @param creator - Unique among all programs and stacks.
   */
  recordReplaced(author: string, creator: string): void {
    for (const [label, replacement] of this.open) {
      if (replacement.author !== author) continue;
      this.open.delete(label);
      const items = this.compared.get(author)?.items ?? [];
      for (const item of items) if (!this.gone.has(item)) this.knownOwners.record(orphanKey(item), creator);
    }
  }

  hadItem(author: string, item: string): boolean {
    return this.compared.get(author)?.items.includes(item) === true;
  }

  /** Records that an item was deleted or left in place. */
  recordDeletion(item: string): void {
    this.gone.add(item);
    this.knownOwners.forget(orphanKey(item));
  }

  /** True if a replacement of the resource has left the item behind and the engine hasn't deleted it since. */
  isOrphanOf(creator: string, item: string): boolean {
    return this.knownOwners.ownerOf(orphanKey(item)) === creator;
  }

  /** Records that a resource of the program declares items that a replacement may release. */
  declare(author: string, items: readonly string[]): void {
    for (const item of items)
      if (this.isReleased(item, author)) this.knownOwners.record(successorKey(item), author);
  }

  /** Records that a resource releases an item, but continues to exist. */
  release(item: string, author: string): void {
    if (!this.expected.has(item)) {
      const found = this.knownOwners.ownerOf(successorKey(item));
      this.expected.set(item, found);
      // The next run must see only the record of this run.
      this.knownOwners.forget(successorKey(item));
      this.former.set(item, this.knownOwners.ownerOf(formerSuccessorKey(item)));
      if (found !== undefined) this.knownOwners.record(formerSuccessorKey(item), found);
    }
    const successor = this.declarations.authorsOf("modules", item).find((candidate) => candidate !== author);
    if (successor !== undefined) this.knownOwners.record(successorKey(item), successor);
  }

  /** Returns why a resource that releases an item must leave it in place; undefined if it may delete it. */
  reasonToLeaveReleased(item: string): string | undefined {
    const successor = this.expected.get(item);
    return (
      successor &&
      `according to the last preview it is declared by ${successor}, a resource that this run has not processed yet`
    );
  }

  /**
   * Returns the recorded successor that the last command didn't include. It has either left the program or wasn't a
   * target; the provider can't distinguish these.
   */
  formerSuccessor(item: string): string | undefined {
    return this.former.get(item);
  }

  /** Records that a released item has an owner or was deleted. */
  forgetFormer(item: string): void {
    this.former.delete(item);
    this.knownOwners.forget(formerSuccessorKey(item));
  }

  private isReleased(item: string, author: string): boolean {
    const releasing = (["leaves", "drops"] as const).flatMap((kind) =>
      this.declarations.authorsOf(kind, item),
    );
    return releasing.some((label) => label !== author);
  }

  /** Returns why a deletion during a replacement must leave an item in place; undefined if it may delete it. */
  reasonToLeave(item: string): string | undefined {
    for (const { successors } of this.open.values()) {
      const successor = successors.get(item);
      if (successor !== undefined)
        return `according to the last preview it is adopted by ${successor}, a resource that this run has not processed yet`;
    }
    return undefined;
  }

  private recordReplacement({ label, author, items }: ComparedResource): void {
    if (!this.open.has(label)) {
      const successors = new Map<string, string>();
      for (const item of items) {
        const successor = this.knownOwners.ownerOf(successorKey(item));
        if (successor !== undefined && successor !== author) successors.set(item, successor);
        // The next run must see only the record of this run.
        this.knownOwners.forget(successorKey(item));
      }
      this.open.set(label, { author, successors });
    }
    this.declarations.declare({ kind: "leaves", author: label, values: items });
    for (const item of items) {
      const [successor] = (["adopts", "holds", "modules"] as const)
        .flatMap((kind) => this.declarations.authorsOf(kind, item))
        .filter((candidate) => candidate !== author && candidate !== label);
      if (successor !== undefined) this.knownOwners.record(successorKey(item), successor);
    }
  }
}

const orphanKey = (item: string) => `left of ${item}`;
const successorKey = (item: string) => `heir of ${item}`;
const formerSuccessorKey = (item: string) => `former heir of ${item}`;
