import type { Declarations, KnownOwners } from "./declarations";

interface ComparedResource {
  /** Class and id. */
  readonly label: string;
  /** As in Statement; undefined if unknown. */
  readonly author: string | undefined;
  /** The resource's object, or the path of its module. */
  readonly items: readonly string[];
}

interface Replacement {
  readonly author: string | undefined;
  /** Other resources that adopt items of the replaced resource, as recorded by an earlier command, by item. */
  readonly successors: ReadonlyMap<string, string>;
}

/**
 * Resources that adopt released items: objects and modules of replaced resources and edges. When the engine deletes or
 * updates a replaced resource or edge, the adopting resource may not have run yet, so a preview records it beforehand.
 */
export class Successors {
  /** By resource. */
  private readonly compared = new Map<string, ComparedResource>();
  /** By class and id. */
  private readonly replacements = new Map<string, Replacement>();
  /** Objects that this run has deleted, or has left in place on purpose: they are no orphans. */
  private readonly settled = new Set<string>();
  /** By released item, as recorded by the previous command. */
  private readonly expectedSuccessors = new Map<string, string | undefined>();
  /** By released item, as recorded by the command before the previous one. */
  private readonly formerSuccessors = new Map<string, string | undefined>();

  constructor(
    private readonly declarations: Declarations,
    private readonly knownOwners: KnownOwners,
  ) {}

  recordComparison(resource: ComparedResource, { isReplaced }: { readonly isReplaced: boolean }): void {
    const { author, label } = resource;
    if (author !== undefined) this.compared.set(author, resource);
    if (isReplaced) this.recordReplacement(resource);
    else {
      this.replacements.delete(label);
      this.declarations.declare({ kind: "leaves", author: label, values: [] });
    }
  }

  /** Records that a resource gets a new object. If it was compared before, the engine itself decided to replace it. */
  recordNewObject(author: string): void {
    const resource = this.compared.get(author);
    if (resource) this.recordReplacement(resource);
  }

  /** Records that a resource has its new object. Old objects that aren't deleted yet are left to a later run as orphans. */
  recordReplaced(author: string, creator: string): void {
    for (const [label, replacement] of this.replacements) {
      if (replacement.author !== author) continue;
      this.replacements.delete(label);
      for (const item of this.compared.get(author)?.items ?? [])
        if (!this.settled.has(item)) this.knownOwners.record(orphanKey(item), creator);
    }
  }

  hadItem(author: string, item: string): boolean {
    return this.compared.get(author)?.items.includes(item) === true;
  }

  recordSettled(item: string): void {
    this.settled.add(item);
    this.knownOwners.forget(orphanKey(item));
  }

  /** True if a replacement of the resource has left the item behind and the engine hasn't deleted it since. */
  isOrphanOf(creator: string, item: string): boolean {
    return this.knownOwners.ownerOf(orphanKey(item)) === creator;
  }

  /** Records that a resource of the program declares items that a replacement may release. */
  declare(author: string, items: readonly string[]): void {
    const isOther = (candidate: string) => candidate !== author;
    for (const item of items)
      if (this.findAuthor(["leaves", "drops"], item, isOther)) this.recordSuccessor(item, author);
  }

  recordDropped(item: string, author: string): void {
    if (!this.expectedSuccessors.has(item)) {
      const successor = this.takeSuccessor(item);
      this.expectedSuccessors.set(item, successor);
      this.formerSuccessors.set(item, this.knownOwners.ownerOf(formerSuccessorKey(item)));
      if (successor !== undefined) this.knownOwners.record(formerSuccessorKey(item), successor);
    }
    this.recordSuccessor(
      item,
      this.findAuthor(["modules"], item, (candidate) => candidate !== author),
    );
  }

  /** Returns why an edge or route that drops the item must not delete it; undefined if it may. */
  reasonToKeepDropped(item: string): string | undefined {
    const successor = this.expectedSuccessors.get(item);
    return (
      successor &&
      `according to the last preview it is declared by ${successor}, a resource that this run has not processed yet`
    );
  }

  /** Returns why the deletion of a replaced resource must leave its item in place; undefined if it need not. */
  reasonToKeep(item: string): string | undefined {
    const [successor] = [...this.replacements.values()].flatMap(
      ({ successors }) => successors.get(item) ?? [],
    );
    return (
      successor &&
      `according to the last preview it is adopted by ${successor}, a resource that this run has not processed yet`
    );
  }

  /** Returns the recorded successor that the last command didn't include: it left the program or wasn't a target. */
  successorOfEarlierRun(item: string): string | undefined {
    return this.formerSuccessors.get(item);
  }

  /** Records that a released item has an owner or was deleted. */
  forgetEarlierSuccessor(item: string): void {
    this.formerSuccessors.delete(item);
    this.knownOwners.forget(formerSuccessorKey(item));
  }

  private recordReplacement({ label, author, items }: ComparedResource): void {
    if (!this.replacements.has(label)) {
      const successors = new Map<string, string>();
      for (const item of items) {
        const successor = this.takeSuccessor(item);
        if (successor !== undefined && successor !== author) successors.set(item, successor);
      }
      this.replacements.set(label, { author, successors });
    }
    this.declarations.declare({ kind: "leaves", author: label, values: items });
    const isOther = (candidate: string) => candidate !== author && candidate !== label;
    for (const item of items)
      this.recordSuccessor(item, this.findAuthor(["adopts", "holds", "modules"], item, isOther));
  }

  private findAuthor(
    kinds: readonly ("adopts" | "holds" | "modules" | "leaves" | "drops")[],
    item: string,
    isIncluded: (author: string) => boolean,
  ): string | undefined {
    return kinds.flatMap((kind) => this.declarations.authorsOf(kind, item)).find(isIncluded);
  }

  private recordSuccessor(item: string, successor: string | undefined): void {
    if (successor !== undefined) this.knownOwners.record(successorKey(item), successor);
  }

  /** Returns the recorded successor, and forgets it: the next run must see only the record of this run. */
  private takeSuccessor(item: string): string | undefined {
    const successor = this.knownOwners.ownerOf(successorKey(item));
    this.knownOwners.forget(successorKey(item));
    return successor;
  }
}

// Earlier commands, maybe of an earlier release, have recorded these keys.
const orphanKey = (item: string) => `left of ${item}`;
const successorKey = (item: string) => `heir of ${item}`;
const formerSuccessorKey = (item: string) => `former heir of ${item}`;
