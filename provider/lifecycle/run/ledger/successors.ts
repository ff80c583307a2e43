import type { Declarations } from "./declarations";
import type { KnownOwners } from "./known-owners";

interface Compared {
  /** Class and id. */
  readonly label: string;
  /** As in Statement; undefined where it is not known. */
  readonly author: string | undefined;
  /** What it manages: its object, or the path of its module. */
  readonly items: readonly string[];
}

/** A replacement whose new object this run has not created yet. */
interface Replacement {
  readonly author: string | undefined;
  /** Other resources that adopt the items of the replaced resource, by item, as an earlier command has recorded. */
  readonly successors: ReadonlyMap<string, string>;
}

/**
 * Items that replacements and updates of edges release, and the resources of the program that take them over. With
 * `deleteBeforeReplace` the engine deletes in the middle of a run, before it passes the resources that depend on the
 * replaced one to the provider; likewise it updates an edge before the resources of its modules. The preview before the
 * run has recorded a known owner for each.
 */
export class Successors {
  /** By resource. */
  private readonly compared = new Map<string, Compared>();
  /** By class and id. */
  private readonly open = new Map<string, Replacement>();
  /** Items of replaced resources that this run has deleted or left in place. */
  private readonly gone = new Set<string>();
  /** The successor for each released item, as the command before has recorded. */
  private readonly expected = new Map<string, string | undefined>();
  /** The successor for each released item, as a command before that has recorded. */
  private readonly former = new Map<string, string | undefined>();

  constructor(
    private readonly declarations: Declarations,
    private readonly knownOwners: KnownOwners,
  ) {}

  /** Records the comparison of an existing resource. */
  recordComparison(resource: Compared, { isReplaced }: { readonly isReplaced: boolean }): void {
    if (resource.author !== undefined) this.compared.set(resource.author, resource);
    if (isReplaced) {
      this.recordReplacement(resource);
      return;
    }
    this.open.delete(resource.label);
    this.declarations.declare({ kind: "leaves", author: resource.label, values: [] });
  }

  /** Records that a resource gets a new object. If it was compared before, the engine replaces it by its own decision. */
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
    for (const [who, replacement] of this.open) {
      if (replacement.author !== author) continue;
      this.open.delete(who);
      const items = this.compared.get(author)?.items ?? [];
      for (const item of items) if (!this.gone.has(item)) this.knownOwners.record(orphanKey(item), creator);
    }
  }

  hadItem(author: string, item: string): boolean {
    return this.compared.get(author)?.items.includes(item) === true;
  }

  /** Records the deletion of an item, also if it was left in place. */
  recordDeletion(item: string): void {
    this.gone.add(item);
    this.knownOwners.forget(orphanKey(item));
  }

  /** Whether a replacement of the resource has left an item behind that the engine has not deleted since. */
  isOrphanOf(creator: string, item: string): boolean {
    return this.knownOwners.ownerOf(orphanKey(item)) === creator;
  }

  /** Records that a resource of the program declares items that a replacement may release. */
  declare(author: string, items: readonly string[]): void {
    for (const item of items)
      if (this.isReleased(item, author)) this.knownOwners.record(successorKey(item), author);
  }

  /** Records that a resource releases an item and stays. */
  release(item: string, author: string): void {
    if (!this.expected.has(item)) {
      const found = this.knownOwners.ownerOf(successorKey(item));
      this.expected.set(item, found);
      // The next run needs the record of this run alone.
      this.knownOwners.forget(successorKey(item));
      this.former.set(item, this.knownOwners.ownerOf(formerSuccessorKey(item)));
      if (found !== undefined) this.knownOwners.record(formerSuccessorKey(item), found);
    }
    const successor = this.declarations.authorsOf("modules", item).find((one) => one !== author);
    if (successor !== undefined) this.knownOwners.record(successorKey(item), successor);
  }

  /** Why a resource that releases an item must leave it in place; undefined when it may delete it. */
  reasonToRelease(item: string): string | undefined {
    const successor = this.expected.get(item);
    return (
      successor &&
      `${successor} declares it, as the last preview has shown, and this run has not come to it yet`
    );
  }

  /**
   * The recorded successor that the last command did not include. It has either left the program or is no target of this
   * command, which the provider cannot tell apart.
   */
  formerSuccessor(item: string): string | undefined {
    return this.former.get(item);
  }

  /** Records that a released item has an owner, or is deleted. */
  forgetFormer(item: string): void {
    this.former.delete(item);
    this.knownOwners.forget(formerSuccessorKey(item));
  }

  private isReleased(item: string, author: string): boolean {
    const releasing = (["leaves", "drops"] as const).flatMap((kind) =>
      this.declarations.authorsOf(kind, item),
    );
    return releasing.some((one) => one !== author);
  }

  /** Why a deletion in the middle of a replacement must leave an item in place; undefined when it may delete it. */
  reasonToLeave(item: string): string | undefined {
    for (const { successors } of this.open.values()) {
      const successor = successors.get(item);
      if (successor !== undefined)
        return `${successor} takes it over, as the last preview has shown, and this run has not come to it yet`;
    }
    return undefined;
  }

  private recordReplacement({ label, author, items }: Compared): void {
    if (!this.open.has(label)) {
      const successors = new Map<string, string>();
      for (const item of items) {
        const successor = this.knownOwners.ownerOf(successorKey(item));
        if (successor !== undefined && successor !== author) successors.set(item, successor);
        // The next run needs the record of this run alone.
        this.knownOwners.forget(successorKey(item));
      }
      this.open.set(label, { author, successors });
    }
    this.declarations.declare({ kind: "leaves", author: label, values: items });
    for (const item of items) {
      const [successor] = (["adopts", "holds", "modules"] as const)
        .flatMap((kind) => this.declarations.authorsOf(kind, item))
        .filter((one) => one !== author && one !== label);
      if (successor !== undefined) this.knownOwners.record(successorKey(item), successor);
    }
  }
}

const orphanKey = (item: string) => `left of ${item}`;
const successorKey = (item: string) => `heir of ${item}`;
const formerSuccessorKey = (item: string) => `former heir of ${item}`;
