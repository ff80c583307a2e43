import type { Declarations } from "./declarations";
import type { KnownOwners } from "./known-owners";
import type { Successors } from "./successors";

export const ONE_MANAGER = "only one resource can manage an object, so drop one of the two";
export const ALSO_ADOPTED = `of this program names it in adoptId too: ${ONE_MANAGER}`;

/** A warning about another resource that had adopted the object before. */
export const adoptedBefore = (who: string, before: string) =>
  `warning: ${who} is adopted although ${before}, which this command has not shown, had adopted it as of the last one that did: if that resource is still in a state after this command, take one of the two out, since only one resource can manage an object`;

export interface ObjectId {
  readonly family: string;
  readonly id: string;
}

/** Statements about the object of a resource: see KINDS. */
type ObjectKind = "adopts" | "holds" | "gets" | "clears";

/** The names that a resource of the program gives its object. */
export interface DeclaredNames {
  /** Each with whether its object had the name before this run. */
  readonly names: ReadonlyMap<string, { readonly isShared: boolean; readonly isNew: boolean }>;
  readonly adoptsByName: boolean;
}

export interface NameConflict {
  readonly resource: string;
  readonly key: string;
  /** One of the two adopts the object that has the name. */
  readonly isAdoption: boolean;
}

/** What decides in a state whether its object may be deleted. */
export interface DeletedState {
  /** When its resource took it over from an earlier run. */
  readonly since: unknown;
  readonly isAdopted: boolean;
}

/**
 * Objects that resources of the program adopt or manage, and objects that were taken over. They decide which resource
 * owns an object if the engine has two resources for it.
 */
export class AdoptedObjects {
  /** Objects that a resource names in `adoptId` and that is being replaced: its replacement must not be the same again. */
  private readonly replaced = new Set<string>();
  /**
   * Objects taken over in this process. The resource that managed one before must not delete it. That may be a resource
   * of another name, or the same resource with `--replace`, which the engine does not announce to the provider.
   */
  private readonly taken = new Map<string, "adopted" | "taken over">();

  /** By resource. */
  private readonly names = new Map<string, DeclaredNames>();
  private readonly authorsByName = new Map<string, Set<string>>();

  constructor(
    private readonly declarations: Declarations,
    private readonly successors: Successors,
    private readonly knownOwners: KnownOwners,
  ) {}

  /** Records that a resource which names its own object in `adoptId` was compared. */
  recordComparison(id: string, { isReplaced }: { readonly isReplaced: boolean }): void {
    if (isReplaced) this.replaced.add(id);
    else this.replaced.delete(id);
  }

  /** Records the object of a resource of the program; undefined when it has none of the kind. */
  declare(kind: ObjectKind, author: string, object: ObjectId | undefined): void {
    const values = object ? [objectKey(object)] : [];
    this.declarations.declare({ kind, author, values });
    if (kind === "adopts" || kind === "holds") this.successors.declare(author, values);
  }

  /**
   * Records the names of a resource.
   *
   * @returns Another resource with one of them, unless each object lets the other have it, or both have had it before.
   */
  recordNames(author: string, named: DeclaredNames): NameConflict | undefined {
    for (const key of this.names.get(author)?.names.keys() ?? []) this.authorsByName.get(key)?.delete(author);
    this.names.set(author, named);
    for (const key of named.names.keys())
      this.authorsByName.set(key, (this.authorsByName.get(key) ?? new Set()).add(author));
    for (const [key, name] of named.names) {
      for (const resource of this.authorsByName.get(key) ?? []) {
        const other = this.names.get(resource);
        const same = other?.names.get(key);
        if (resource === author || !other || !same) continue;
        const isAdoption = named.adoptsByName || other.adoptsByName;
        const isRefused = (name.isNew || same.isNew) && !(name.isShared && same.isShared);
        if (isAdoption || isRefused) return { resource, key, isAdoption };
      }
    }
    return undefined;
  }

  /** Forgets the names that an earlier run declared. */
  forgetNames(): void {
    this.names.clear();
    this.authorsByName.clear();
  }

  /** Another resource of the program that declares an object in this way. */
  declarer(kind: ObjectKind, object: ObjectId, except?: string): string | undefined {
    return this.declarations.authorsOf(kind, objectKey(object), except)[0];
  }

  holder(object: ObjectId, except?: string): string | undefined {
    return this.declarer("holds", object, except) ?? this.declarer("gets", object, except);
  }

  /** Whether a resource of the program names an object in `adoptId` or has it. */
  isDeclared(object: ObjectId): boolean {
    return (this.declarer("adopts", object) ?? this.holder(object)) !== undefined;
  }

  /** Another resource that had adopted an object, as recorded by the last command that included it, if this one does not. */
  formerAdopter(object: ObjectId, except: string): string | undefined {
    const recorded = this.knownOwners.ownerOf(objectKey(object));
    return recorded === undefined ||
      recorded === except ||
      this.declarations.valuesBy("adopts", recorded) !== undefined
      ? undefined
      : recorded;
  }

  /** Records when a resource took its object over, as its state has it. */
  declareTakeOver(object: ObjectId, since: unknown): void {
    this.declarations.declare({ kind: "takes", author: objectKey(object), values: [String(since)] });
  }

  /**
   * Records that a resource has taken an object over from an interrupted run. A state may have that object after all: of a
   * resource that was renamed or moved to another stack, and that no command has included since.
   *
   * @param creator - Unique among all programs and stacks.
   */
  recordTakeOver(object: ObjectId, since: unknown, creator: string): void {
    this.knownOwners.record(takerKey(object), `${String(since)} ${creator}`);
  }

  /**
   * Whether another resource has taken an object over since a state of it was written.
   *
   * @param since - When its resource took it over, as the state has it.
   * @param stacks - Prefixes of the names of creators in the same stack, whose states the run has itself.
   */
  isTakenOverSince(object: ObjectId, since: unknown, stacks: readonly string[] = []): boolean {
    const recorded = this.knownOwners.ownerOf(takerKey(object));
    if (recorded === undefined) return false;
    const [time, taker] = [
      recorded.slice(0, recorded.indexOf(" ")),
      recorded.slice(recorded.indexOf(" ") + 1),
    ];
    return time !== String(since) && !stacks.some((stack) => taker.startsWith(stack));
  }

  recordInState(object: ObjectId): void {
    this.knownOwners.record(stateKey(object), "a state");
  }

  recordOutOfState(object: ObjectId, since: unknown): void {
    this.knownOwners.forget(stateKey(object));
    if (!this.isTakenOverSince(object, since)) this.knownOwners.forget(takerKey(object));
  }

  /** Whether a command has recorded that a state has an object. */
  wasInState(object: ObjectId): boolean {
    return this.knownOwners.ownerOf(stateKey(object)) !== undefined;
  }

  /** Records that the state of a resource has an adopted object. */
  recordAdopter(object: ObjectId, author: string): void {
    this.knownOwners.record(objectKey(object), author);
  }

  /** Records that the resource that had adopted an object no longer exists. */
  forgetAdopter(object: ObjectId): void {
    this.knownOwners.forget(objectKey(object));
  }

  take(id: string, how: "adopted" | "taken over"): void {
    this.taken.set(id, how);
  }

  isReplaced(id: string): boolean {
    return this.replaced.has(id);
  }

  /**
   * Why the object of a state to be deleted belongs to another resource; undefined when it does not.
   */
  reasonToLeave(object: ObjectId, { since, isAdopted }: DeletedState): string | undefined {
    const how = this.taken.get(object.id);
    if (how !== undefined) return `it was ${how} in this run`;
    const key = objectKey(object);
    if (this.declarations.valuesBy("takes", key)?.some((time) => time !== String(since)))
      return "its resource has taken it over in an earlier run";
    if (this.isTakenOverSince(object, since))
      return "another resource has taken it over since this state was written";
    if (this.replaced.has(object.id)) return undefined;
    const adopter = this.declarer("adopts", object);
    if (adopter !== undefined) return `the program declares it in ${adopter}, which takes it over`;
    // Adoptions of this process are known from above.
    const [holder] = [
      ...this.declarations.authorsOf("holds", key),
      ...this.declarations.authorsElsewhereOf("gets", key),
    ];
    if (holder !== undefined) return `the program declares it in ${holder}`;
    const successor = this.successors.reasonToLeave(key);
    if (successor !== undefined) return successor;
    const recorded = isAdopted ? undefined : this.knownOwners.ownerOf(key);
    return (
      recorded && `${recorded}, which this command does not show, has adopted it as of the last one that did`
    );
  }
}

/** Unique within a service, which each ledger has one of. */
export const objectKey = ({ family, id }: ObjectId) => `${family} ${id}`;

const takerKey = (object: ObjectId) => `taker of ${objectKey(object)}`;

const stateKey = (object: ObjectId) => `${objectKey(object)} in a state`;
