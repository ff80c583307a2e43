import type { ResourceIdentity } from "../../plan/types";
import type { Declarations, KnownOwners, Statement } from "./declarations";

/** A resource whose state the engine has compared with the program (`diff`). */
interface ComparedResource {
  /** Class and id. */
  readonly label: string;
  /** Class and name, as in Statement; undefined if the name is unknown. */
  readonly declarer: string | undefined;
  /** The key of the resource's object (see `objectKey`), or the path of its module. */
  readonly items: readonly string[];
}

/**
 * Records the successors of released items. An item is the object or module of a replaced resource, or a module that an
 * edge or route drops. Its successor is the other resource that declares it. When the engine deletes or updates the old
 * resource, it may not have called the successor yet. So each command, such as a preview, stores the successors that it
 * sees in `knownOwners`, and the next command reads them.
 */
export class Successors {
  private readonly comparedByDeclarer = new Map<string, ComparedResource>();
  /** Replacements whose new object doesn't exist yet. `successors`: by released item, as the previous command recorded them. */
  private readonly replacementsByLabel = new Map<
    string,
    { readonly declarer: string | undefined; readonly successors: ReadonlyMap<string, string> }
  >();
  /** Keys of objects that this run has deleted, or has left in place on purpose: they are no orphans. */
  private readonly deletedOrKept = new Set<string>();
  /** Successors of dropped modules by path, as the previous command recorded them; undefined if it saw none. */
  private readonly expectedSuccessors = new Map<string, string | undefined>();
  /** The same, as recorded by the command before the previous one. */
  private readonly earlierSuccessors = new Map<string, string | undefined>();

  constructor(
    private readonly declarations: Declarations,
    private readonly knownOwners: KnownOwners,
  ) {}

  recordComparison(resource: ComparedResource, { isReplaced }: { readonly isReplaced: boolean }): void {
    const { declarer, label } = resource;
    if (declarer !== undefined) this.comparedByDeclarer.set(declarer, resource);
    if (isReplaced) this.recordReplacement(resource);
    else {
      this.replacementsByLabel.delete(label);
      this.declarations.declare({ kind: "leaves", declarer: label, values: [] });
    }
  }

  /** Records that a resource gets a new object. If it was compared before, it is being replaced, maybe by `--replace`. */
  recordNewObject(declarer: string): void {
    const resource = this.comparedByDeclarer.get(declarer);
    if (resource) this.recordReplacement(resource);
  }

  /** Records that a replaced resource has its new object. Old objects that aren't deleted yet are its orphans from now on. */
  recordReplaced(declarer: string, identity: ResourceIdentity["name"]): void {
    for (const [label, replacement] of this.replacementsByLabel) {
      if (replacement.declarer !== declarer) continue;
      this.replacementsByLabel.delete(label);
      for (const item of this.comparedByDeclarer.get(declarer)?.items ?? [])
        if (!this.deletedOrKept.has(item)) this.knownOwners.record(orphanKey(item), identity);
    }
  }

  /** True if the state of a compared resource has the item. */
  hadItem(declarer: string, item: string): boolean {
    return this.comparedByDeclarer.get(declarer)?.items.includes(item) === true;
  }

  recordDeletedOrKept(item: string): void {
    this.deletedOrKept.add(item);
    this.knownOwners.forget(orphanKey(item));
  }

  /** True if a replacement of the resource has left the item behind and no run has deleted it since. */
  isOrphanOf(identity: ResourceIdentity["name"], item: string): boolean {
    return this.knownOwners.ownerOf(orphanKey(item)) === identity;
  }

  /** Records a resource of the program as the successor for those of its items that another resource releases. */
  declare(declarer: string, items: readonly string[]): void {
    for (const item of items)
      if (this.findDeclarer(["leaves", "drops"], item, [declarer])) this.recordSuccessor(item, declarer);
  }

  /** Records that an edge or route drops a module. Its first call in a run reads what earlier commands have recorded. */
  recordDropped(path: string, edge: string): void {
    if (!this.expectedSuccessors.has(path)) {
      const successor = this.takeSuccessor(path);
      this.expectedSuccessors.set(path, successor);
      this.earlierSuccessors.set(path, this.knownOwners.ownerOf(earlierSuccessorKey(path)));
      if (successor !== undefined) this.knownOwners.record(earlierSuccessorKey(path), successor);
    }
    this.recordSuccessor(path, this.findDeclarer(["modules"], path, [edge]));
  }

  /** Returns why an edge or route that drops the module must not delete it; undefined if it may. */
  reasonToKeepDropped(path: string): string | undefined {
    const successor = this.expectedSuccessors.get(path);
    if (successor === undefined) return undefined;
    return `according to the last preview it is declared by ${successor}, a resource that this run has not processed yet`;
  }

  /** Returns why the deletion of a replaced resource must leave its item in place; undefined if it need not. */
  reasonToKeep(item: string): string | undefined {
    const replacement = [...this.replacementsByLabel.values()].find(({ successors }) => successors.has(item));
    if (!replacement) return undefined;
    return `according to the last preview it is adopted by ${replacement.successors.get(item)}, a resource that this run has not processed yet`;
  }

  /** Returns and forgets the successor that an earlier command saw and the last one lacked: it left the program or wasn't a target. */
  takeEarlierSuccessor(path: string): string | undefined {
    const successor = this.earlierSuccessors.get(path);
    this.earlierSuccessors.delete(path);
    this.knownOwners.forget(earlierSuccessorKey(path));
    return successor;
  }

  /** Called when the own resource of a module, or its edge or route, is deleted. */
  forgetSuccessor(path: string): void {
    this.takeSuccessor(path);
    this.takeEarlierSuccessor(path);
  }

  private recordReplacement({ label, declarer, items }: ComparedResource): void {
    if (!this.replacementsByLabel.has(label)) {
      const successors = new Map<string, string>();
      for (const item of items) {
        const successor = this.takeSuccessor(item);
        if (successor !== undefined && successor !== declarer) successors.set(item, successor);
      }
      this.replacementsByLabel.set(label, { declarer, successors });
    }
    this.declarations.declare({ kind: "leaves", declarer: label, values: items });
    for (const item of items)
      this.recordSuccessor(item, this.findDeclarer(["adopts", "holds", "modules"], item, [declarer, label]));
  }

  private findDeclarer(
    kinds: readonly Statement["kind"][],
    item: string,
    excluded: readonly (string | undefined)[],
  ): string | undefined {
    const declarers = kinds.flatMap((kind) => this.declarations.declarersOf(kind, item));
    return declarers.find((declarer) => !excluded.includes(declarer));
  }

  private recordSuccessor(item: string, successor: string | undefined): void {
    if (successor !== undefined) this.knownOwners.record(successorKey(item), successor);
  }

  /** Returns the recorded successor, and forgets it: the next command must see only what this one records. */
  private takeSuccessor(item: string): string | undefined {
    const successor = this.knownOwners.ownerOf(successorKey(item));
    this.knownOwners.forget(successorKey(item));
    return successor;
  }
}

// Stored on disk: earlier commands, maybe of an earlier release, have used these keys.
const orphanKey = (item: string) => `left of ${item}`;
const successorKey = (item: string) => `heir of ${item}`;
const earlierSuccessorKey = (path: string) => `former heir of ${path}`;
