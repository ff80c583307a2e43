import { getOrAdd } from "../../../family/collections";
import type { State } from "../../../family/resource";
import type { ResourceIdentity } from "../../plan/types";
import { describeResource } from "../../values/names";
import { RECOVERED_AT } from "../../values/state";
import type { Declarations, KnownOwners } from "./declarations";
import type { Successors } from "./successors";

export const ONE_MANAGER = "only one resource can manage an object, so remove one of the two";
export const describeAdopter = (resource: string) =>
  `${resource} of this program names it in adoptId too: ${ONE_MANAGER}`;
export const describeManager = (resource: string) => `${resource} of this program manages it: ${ONE_MANAGER}`;

export const formerAdopterWarning = (object: string, former: string) =>
  `warning: ${object} is adopted, but ${former} adopted it in an earlier command, and is not part of this one. If a state still has that resource afterwards, remove one of the two: only one resource can manage an object`;

export interface ObjectId {
  readonly family: string;
  readonly id: string;
}

type ObjectStatementKind = "adopts" | "holds" | "obtains" | "deletesFirst";

export interface DeclaredNames {
  /** By key of the name. `isNew`: the object didn't have the name before this run. */
  readonly names: ReadonlyMap<string, { readonly isShared: boolean; readonly isNew: boolean }>;
  /** True if the program sets `adopt`. */
  readonly adoptsByName: boolean;
}

export interface NameConflict {
  /** The other resource. */
  readonly resource: string;
  readonly nameKey: string;
  /** True if one of the two adopts by the name. */
  readonly isAdoption: boolean;
}

/** Decides which resource owns an object if the engine has two resources for it. */
export class AdoptedObjects {
  /** Ids of objects that are being replaced although their resource names them in `adoptId`. The new object must differ. */
  readonly replaced = new Set<string>();
  /** Ids of objects adopted or recovered in this process: their previous resource must not delete them. */
  readonly taken = new Set<string>();
  /** By the combined declarer that `declareManagers` creates for them. */
  private readonly equalResources = new Map<string, readonly string[]>();
  private readonly namesByDeclarer = new Map<string, DeclaredNames>();
  private readonly declarersByName = new Map<string, Set<string>>();

  constructor(
    private readonly declarations: Declarations,
    private readonly successors: Successors,
    private readonly knownOwners: KnownOwners,
  ) {}

  /** Records the comparison of a resource that names its own object in `adoptId`. */
  recordComparison(id: string, { isReplaced }: { readonly isReplaced: boolean }): void {
    if (isReplaced) this.replaced.add(id);
    else this.replaced.delete(id);
  }

  declare(kind: ObjectStatementKind, declarer: string, object: ObjectId | undefined): void {
    const values = object ? [objectKey(object)] : [];
    this.declarations.declare({ kind, declarer, values });
    if (kind === "adopts" || kind === "holds") this.successors.declare(declarer, values);
  }

  /** Records that one of several equal resources has the object. The dynamic provider can't distinguish them. */
  declareManagers(
    family: string,
    resources: readonly string[],
    id: string,
    object: ObjectId | undefined,
  ): void {
    const declarer = `${family} ${resources.map((resource) => JSON.stringify(resource)).join(" or ")} (${id})`;
    this.equalResources.set(
      declarer,
      resources.map((resource) => describeResource(family, resource)),
    );
    this.declare("holds", declarer, object);
  }

  /** Records that a resource gets a new object. Its previous one may be the object of any of its equal resources. */
  recordNewObject(declarer: string): void {
    this.declare("holds", declarer, undefined);
    for (const [managers, resources] of this.equalResources)
      if (resources.includes(declarer)) this.declare("holds", managers, undefined);
  }

  /** Returns another resource with the same name, unless both share the name or both had it before. */
  recordNames(declarer: string, declared: DeclaredNames): NameConflict | undefined {
    for (const key of this.namesByDeclarer.get(declarer)?.names.keys() ?? [])
      this.declarersByName.get(key)?.delete(declarer);
    this.namesByDeclarer.set(declarer, declared);
    for (const key of declared.names.keys())
      getOrAdd(this.declarersByName, key, () => new Set()).add(declarer);
    for (const [key, name] of declared.names) {
      for (const resource of this.declarersByName.get(key) ?? []) {
        const rival = this.namesByDeclarer.get(resource);
        const rivalName = rival?.names.get(key);
        if (resource === declarer || !rival || !rivalName) continue;
        const isAdoption = declared.adoptsByName || rival.adoptsByName;
        const isRefused = (name.isNew || rivalName.isNew) && !(name.isShared && rivalName.isShared);
        if (isAdoption || isRefused) return { resource, nameKey: key, isAdoption };
      }
    }
    return undefined;
  }

  forgetNames(): void {
    this.namesByDeclarer.clear();
    this.declarersByName.clear();
  }

  findDeclarer(kind: ObjectStatementKind, object: ObjectId, except?: string): string | undefined {
    return this.declarations.declarersOf(kind, objectKey(object), except)[0];
  }

  findManager(object: ObjectId, except?: string): string | undefined {
    return this.findDeclarer("holds", object, except) ?? this.findDeclarer("obtains", object, except);
  }

  isDeclared(object: ObjectId): boolean {
    return (this.findDeclarer("adopts", object) ?? this.findManager(object)) !== undefined;
  }

  /** Returns another resource that adopted an object in an earlier command, unless this command includes it. */
  findFormerAdopter(object: ObjectId, except: string): string | undefined {
    const adopter = this.knownOwners.ownerOf(objectKey(object));
    if (adopter === undefined || adopter === except) return undefined;
    return this.declarations.hasStatement("adopts", adopter) ? undefined : adopter;
  }

  /** Records that a resource has recovered an object, which may also be in the state of a renamed resource. */
  recordRecovery(object: ObjectId, recoveredAt: unknown, identity: ResourceIdentity["name"]): void {
    this.knownOwners.record(recoveryKey(object), `${String(recoveredAt)} ${identity}`);
  }

  /** True if a recovery is recorded that is later than the state's (`recoveredAt`), and by no identity with these prefixes. */
  isRecoveredSince(object: ObjectId, recoveredAt: unknown, stackPrefixes: readonly string[] = []): boolean {
    const recorded = this.knownOwners.ownerOf(recoveryKey(object)) ?? "";
    // A torn record, without a time, says nothing.
    if (!(Number.parseInt(recorded, 10) > Number(recoveredAt ?? 0))) return false;
    const identity = recorded.slice(recorded.indexOf(" ") + 1);
    return !stackPrefixes.some((prefix) => identity.startsWith(prefix));
  }

  /** Records that a state of any stack contains the object. */
  recordInState(object: ObjectId): void {
    // Only the key is looked up, not the owner.
    this.knownOwners.record(stateKey(object), "a state");
  }

  recordOutOfState(object: ObjectId, recoveredAt: unknown): void {
    this.knownOwners.forget(stateKey(object));
    if (!this.isRecoveredSince(object, recoveredAt)) this.knownOwners.forget(recoveryKey(object));
  }

  wasInState(object: ObjectId): boolean {
    return this.knownOwners.ownerOf(stateKey(object)) !== undefined;
  }

  recordAdopter(object: ObjectId, declarer: string): void {
    this.knownOwners.record(objectKey(object), declarer);
  }

  forgetAdopter(object: ObjectId): void {
    this.knownOwners.forget(objectKey(object));
  }

  /** Returns why an object that the engine deletes must stay: another resource has it. Undefined if none has. */
  reasonToKeep(object: ObjectId, state: State): string | undefined {
    if (this.taken.has(object.id)) return "it was adopted or recovered in this run";
    const key = objectKey(object);
    if (this.isRecoveredSince(object, state[RECOVERED_AT]))
      return "another resource recovered it after this state was written";
    if (this.replaced.has(object.id)) return undefined;
    const adopter = this.findDeclarer("adopts", object);
    if (adopter !== undefined) return `the program declares it in ${adopter}, which adopts it`;
    // An object that a resource of this process obtained from another one is in `taken`.
    const manager =
      this.findDeclarer("holds", object) ?? this.declarations.declarersInOtherProcesses("obtains", key)[0];
    if (manager !== undefined) return `the program declares it in ${manager}`;
    const successor = this.successors.reasonToKeep(key);
    if (successor !== undefined) return successor;
    const recorded = state.adopted === true ? undefined : this.knownOwners.ownerOf(key);
    return recorded && `${recorded} adopted it in an earlier command, and is not part of this one`;
  }
}

/** Unique within a service, to which the ledger belongs. */
export const objectKey = ({ family, id }: ObjectId) => `${family} ${id}`;

// Stored on disk: earlier commands, maybe of an earlier release, have used these keys.
const recoveryKey = (object: ObjectId) => `taker of ${objectKey(object)}`;
const stateKey = (object: ObjectId) => `${objectKey(object)} in a state`;
