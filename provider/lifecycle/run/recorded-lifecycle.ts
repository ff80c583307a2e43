import type { ManagedFamily } from "../../family/family-facts";
import type { Inputs, State } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import type { CheckResult } from "../plan/check";
import { adoptedId } from "../plan/diff";
import { couldBeRecovered, sharedObjectError } from "../plan/marks";
import type { CheckRequest, Comparison, Diff, ObjectAndInputs, ResourceIdentity } from "../plan/types";
import { PartialFailure, UserError } from "../values/errors";
import { describeNames, describeResource, namesNotIn } from "../values/names";
import { RECOVERED_AT } from "../values/state";
import type { Failure } from "../values/validate";
import type { RunLedger } from "./ledger";
import {
  describeAdopter,
  describeManager,
  formerAdopterWarning,
  type ObjectId,
  objectKey,
} from "./ledger/adopted-objects";
import type {
  CreateResult,
  Creation,
  ExistingObject,
  Lifecycle,
  ReadResult,
  Removal,
  Run,
  Update,
} from "./lifecycle";

interface ResourceCheck extends CheckRequest {
  /** Name of the resource and the types of its parents, if known. */
  readonly resource?: string | undefined;
  /** Name of the Provider; undefined for the default account. */
  readonly account?: string | undefined;
}

interface ResourceComparison extends Omit<Comparison, "now"> {
  /** The resources (as in ResourceCheck) that the state may belong to; empty in a refresh. */
  readonly resources?: readonly string[] | undefined;
}

/** Returns the part of a creator's name that all resources of its stack share. If that is unknown, returns the whole name. */
function stackPrefix({ name, resource }: ResourceIdentity): string {
  const position = resource === undefined ? -1 : name.lastIndexOf(resource);
  return position < 1 ? name : name.slice(0, position);
}

/** Records the engine's calls and operations in the ledger, where the calls for other resources look them up. */
export class RecordedLifecycle {
  constructor(
    private readonly family: ManagedFamily,
    private readonly lifecycle: Lifecycle,
  ) {}

  check(ledger: RunLedger, { resource, account, ...request }: ResourceCheck): CheckResult {
    const { operations, modules, objects, successors } = ledger;
    operations.recordActivity();
    const checked = this.lifecycle.check(request);
    const { inputs, failures } = checked;
    if (failures.length > 0) return checked;
    const idToAdopt = this.idToAdopt(inputs);
    const paths = this.lifecycle.modulePaths(idToAdopt, inputs);
    // Without a name or an id, the paths of the modules make the text unique.
    const declarer = this.describeDeclarer(resource) ?? this.label(idToAdopt ?? paths.join());
    // Later calls know an existing edge or route only by its id.
    const isKnownEdge = idToAdopt !== undefined && this.family.kind !== "module";
    modules.declare(isKnownEdge ? this.label(idToAdopt) : declarer, paths);
    objects.declare("adopts", declarer, idToAdopt === undefined ? undefined : this.objectId(idToAdopt));
    // A resource without earlier inputs gets a new object.
    if (Object.keys(request.before ?? {}).length === 0) {
      objects.recordNewObject(declarer);
      successors.recordNewObject(declarer);
    }
    if (resource === undefined) return checked;
    const conflict =
      this.adoptionConflict(ledger, declarer, idToAdopt) ??
      this.nameConflict(ledger, declarer, { inputs, before: request.before, account });
    return conflict ? { ...checked, failures: [conflict] } : checked;
  }

  /** Returns a failure if another resource of the program manages or will manage the object in `adoptId`. */
  private adoptionConflict(
    { objects }: RunLedger,
    declarer: string,
    id: string | undefined,
  ): Failure | undefined {
    if (id === undefined) return undefined;
    const object = this.objectId(id);
    const adopter = objects.findDeclarer("adopts", object, declarer);
    const manager = objects.findManager(object, declarer);
    const deleter = objects.findDeclarer("deletesFirst", object, declarer);
    const conflict =
      (adopter && describeAdopter(adopter)) ??
      (manager && describeManager(manager)) ??
      (deleter &&
        `${deleter} of this program is replaced, which deletes this object first because the new one has the same name: remove adoptId, or undo the change of the other resource`);
    return conflict === undefined ? undefined : { path: "adoptId", reason: `${id}: ${conflict}` };
  }

  private nameConflict(
    { objects }: RunLedger,
    declarer: string,
    { inputs, before = {}, account }: Pick<ResourceCheck, "inputs" | "before" | "account">,
  ): Failure | undefined {
    // Two resources may declare one module.
    if (this.family.kind !== "resource") return undefined;
    const names = this.lifecycle.uniqueNames(inputs);
    const added = namesNotIn(names, this.lifecycle.uniqueNames(before));
    const keyInAccount = (key: string) => JSON.stringify([account ?? null, key]);
    // An adopted object already has its names.
    const exists = this.idToAdopt(inputs) !== undefined;
    const declared = names.map((name) => {
      const { key, isShared = false } = name;
      return [keyInAccount(key), { isShared, isNew: !exists && added.includes(name) }] as const;
    });
    const adoptsByName = inputs.adopt !== undefined && inputs.adopt !== UNKNOWN;
    const conflict = objects.recordNames(declarer, { names: new Map(declared), adoptsByName });
    if (!conflict) return undefined;
    const { resource, isAdoption } = conflict;
    const nameText = describeNames(names.filter(({ key }) => keyInAccount(key) === conflict.nameKey));
    const { naturalKey = [], sharesName } = this.family;
    if (isAdoption)
      return {
        path: "adopt",
        reason: `${resource} of this program has the name ${nameText} too, so one of them would adopt the other's object: ${sharesName ? "set adoptId in both, or " : ""}change or remove one of the two`,
      };
    const share = sharesName ? `, or, to share it, ${sharesName.how}` : "";
    return {
      // The keys before the last one identify the parent.
      path: naturalKey.at(-1) ?? "",
      reason: `${resource} of this program has ${nameText} too, and the account can have it only once: change or remove one of the two${share}`,
    };
  }

  diff(ledger: RunLedger, { resources = [], ...comparison }: ResourceComparison): Diff {
    const { operations, modules, objects, references } = ledger;
    operations.recordActivity();
    const { family, lifecycle } = this;
    const { id, state, inputs, creators } = comparison;
    const planned = lifecycle.diff({ ...comparison, now: ledger.clock.now() });
    // A module that its edge or route removes in this run has to be set again.
    const isRemoved =
      family.kind === "module" &&
      lifecycle.modulePaths(id, inputs).some((path) => modules.isRemovedByEdge(path));
    const diff = isRemoved ? { ...planned, changed: true, needsExplicitChange: true } : planned;
    const isReplaced = diff.replaces.length > 0;
    const declarer = resources.length === 1 ? this.describeDeclarer(resources[0]) : undefined;
    const label = this.label(id);
    if (resources.length > 0) this.recordRecovery(ledger, id, state, creators);
    if (adoptedId(inputs) === id) objects.recordComparison(id, { isReplaced });
    if (family.kind === "resource") {
      modules.recordState(label, lifecycle.modulePaths(id, state));
      if (state.adopted === true) objects.recordAdopter(this.objectId(id), declarer ?? label);
      if (family.moduleKeys.length > 0)
        modules.declare(label, isReplaced ? [] : lifecycle.modulePaths(id, inputs));
      modules.recordDropped(label, isReplaced ? [] : this.droppedModules(comparison));
    }
    this.recordInState(ledger, id, state);
    if (resources.length > 1)
      objects.declareManagers(family.name, resources, id, isReplaced ? undefined : this.objectId(id));
    this.recordOwner(ledger, id, state, { declarer, diff });
    // A replacement frees no names: it deletes the old object last, or first if its own new object takes the names.
    operations.announce({ label, freedNames: isReplaced ? [] : this.freedNames(comparison) });
    // A refresh also compares resources that the program no longer declares.
    if (resources.length > 0) references.keep(label, family, inputs);
    else references.drop(label);
    return diff;
  }

  async create(run: Run, { inputs, creator }: Creation): Promise<CreateResult> {
    const { ledger } = run;
    const { family, lifecycle } = this;
    const idToAdopt = inputs.adoptId === undefined ? undefined : this.idToAdopt(inputs);
    if (idToAdopt !== undefined) this.assertNotTaken(run, creator, idToAdopt);
    const operation = { label: `a new ${family.name}`, family, before: {}, after: inputs, freedNames: [] };
    return ledger.operations.run(operation, async () => {
      const isReplaced = idToAdopt !== undefined && ledger.objects.replaced.has(idToAdopt);
      const creation = { inputs, creator, idToAdopt: isReplaced ? undefined : idToAdopt };
      const created = await lifecycle.create(run, creation).catch((error: unknown) => {
        if (error instanceof PartialFailure) this.recordObtainedObject(ledger, creator, error);
        throw error;
      });
      const { id, state } = created;
      const label = this.label(id);
      this.recordObtainedObject(ledger, creator, created);
      if (family.kind === "resource" && family.moduleKeys.length > 0) {
        const paths = lifecycle.modulePaths(id, inputs);
        ledger.modules.recordState(label, paths);
        ledger.modules.declare(label, paths);
      }
      if (family.kind === "resource" && state.adopted === true) {
        const declarer = this.describeDeclarer(creator?.resource) ?? "another resource";
        ledger.objects.recordAdopter(this.objectId(id), declarer);
      }
      ledger.references.keep(label, family, inputs);
      return created;
    });
  }

  async read(run: Run, existing: ExistingObject): Promise<ReadResult | undefined> {
    const { ledger } = run;
    this.recordInState(ledger, existing.id, existing.state);
    const result = await this.lifecycle.read(run, existing);
    if (!result) return undefined;
    const declarer = this.describeDeclarer(existing.reader?.resource);
    const manager = declarer && ledger.objects.findManager(this.objectId(result.id), declarer);
    const conflict = result.conflict ?? (manager && `${this.label(result.id)}: ${describeManager(manager)}`);
    if (conflict === undefined) return result;
    // The engine records an imported object before the import can be refused, and would later delete it.
    return { ...result, conflict, state: { ...result.state, deleteOnDestroy: false } };
  }

  update(run: Run, update: Update): Promise<State> {
    const { family, lifecycle } = this;
    const { id, state: before, inputs } = update;
    const label = this.label(id);
    const operation = { label, family, before, after: inputs, freedNames: this.freedNames(update) };
    return run.ledger.operations.run(operation, async () => {
      const state = await lifecycle.update(run, update);
      if (family.kind === "resource")
        run.ledger.modules.recordState(label, lifecycle.modulePaths(id, inputs), this.droppedModules(update));
      return state;
    });
  }

  delete(run: Run, existing: ExistingObject): Promise<Removal> {
    const { family, lifecycle } = this;
    const { id, state } = existing;
    const label = this.label(id);
    const object = this.objectId(id);
    const { operations, references, modules, objects, successors } = run.ledger;
    references.drop(label);
    // The engine deletes last, so it has stored all replacements by now.
    if (!run.skipsCheckpoints) run.journal.markReplacementsStored(family.name);
    const operation = { label, family, before: state, after: {}, freedNames: lifecycle.uniqueNames(state) };
    return operations.run(operation, async () => {
      const reason = this.reasonToKeep(run.ledger, id, state);
      if (reason !== undefined) run.report(`${label} is left in place: ${reason}`);
      const removal = reason === undefined ? await lifecycle.delete(run, existing) : "left in place";
      const paths = lifecycle.modulePaths(id, state);
      for (const path of paths) successors.forgetSuccessor(path);
      if (family.kind !== "resource") return removal;
      modules.recordState(label, [], paths);
      objects.recordOutOfState(object, state[RECOVERED_AT]);
      successors.recordDeletedOrKept(objectKey(object));
      // Another resource of this run may have adopted the object.
      if (state.adopted === true && !objects.isDeclared(object)) objects.forgetAdopter(object);
      return removal;
    });
  }

  private reasonToKeep({ objects, modules }: RunLedger, id: string, state: State): string | undefined {
    if (this.family.kind === "resource") return objects.reasonToKeep(this.objectId(id), state);
    const [path] = this.lifecycle.modulePaths(id, state);
    return path === undefined ? undefined : modules.reasonToKeep(path);
  }

  private recordInState({ objects, clock }: RunLedger, id: string, state: State): void {
    if (this.family.kind === "resource" && couldBeRecovered(state, clock.now()))
      objects.recordInState(this.objectId(id));
  }

  /** @throws UserError if another resource of the program adopts or manages the object. */
  private recordOwner(
    { objects, successors }: RunLedger,
    id: string,
    state: State,
    { declarer, diff }: { readonly declarer: string | undefined; readonly diff: Diff },
  ): void {
    const [object, label, isModule] = [this.objectId(id), this.label(id), this.family.kind === "module"];
    const isReplaced = diff.replaces.length > 0;
    const isDeletedFirst = isReplaced && diff.deleteBeforeReplace;
    if (declarer !== undefined) objects.declare("holds", declarer, isReplaced ? undefined : object);
    objects.declare("deletesFirst", declarer ?? label, isDeletedFirst ? object : undefined);
    const items = isModule ? this.lifecycle.modulePaths(id, state) : [objectKey(object)];
    successors.recordComparison({ label, declarer, items }, { isReplaced });
    if (declarer === undefined) return;
    // A replacement that deletes last leaves its old object to an adopter.
    const adopter =
      isReplaced && !isDeletedFirst ? undefined : objects.findDeclarer("adopts", object, declarer);
    if (adopter !== undefined) throw new UserError(`${label}: ${describeAdopter(adopter)}`);
    // Two resources may declare one module.
    const manager = isReplaced || isModule ? undefined : objects.findManager(object, declarer);
    if (manager !== undefined) throw new UserError(`${label}: ${describeManager(manager)}`);
  }

  /** @throws UserError if another stack has recovered the object since this resource did. */
  private recordRecovery(
    { objects }: RunLedger,
    id: string,
    state: State,
    creators: readonly ResourceIdentity[] = [],
  ): void {
    const [object, recoveredAt] = [this.objectId(id), state[RECOVERED_AT]];
    if (objects.isRecoveredSince(object, recoveredAt, creators.map(stackPrefix)))
      throw sharedObjectError(
        this.label(id),
        id,
        "was recovered by another stack since this state was written, as an earlier run has recorded",
      );
    const [creator] = creators;
    if (recoveredAt !== undefined && creator && creators.length === 1)
      objects.recordRecovery(object, recoveredAt, creator.name);
  }

  private recordObtainedObject(
    { objects, successors }: RunLedger,
    creator: ResourceIdentity | undefined,
    { id, state }: CreateResult,
  ): void {
    const declarer = this.describeDeclarer(creator?.resource);
    if (declarer === undefined || creator === undefined) return;
    objects.declare("obtains", declarer, this.objectId(id));
    const recoveredAt = state[RECOVERED_AT];
    if (recoveredAt !== undefined) objects.recordRecovery(this.objectId(id), recoveredAt, creator.name);
    successors.recordReplaced(declarer, creator.name);
  }

  private assertNotTaken({ ledger, report }: Run, creator: ResourceIdentity | undefined, id: string): void {
    const declarer = this.describeDeclarer(creator?.resource);
    if (declarer === undefined) return;
    const manager = ledger.objects.findManager(this.objectId(id), declarer);
    if (manager !== undefined) throw new UserError(`adoptId: ${id}: ${describeManager(manager)}`);
    const former = ledger.objects.findFormerAdopter(this.objectId(id), declarer);
    if (former !== undefined) report(formerAdopterWarning(this.label(id), former));
  }

  private freedNames({ state, inputs }: ObjectAndInputs) {
    return namesNotIn(this.lifecycle.uniqueNames(state), this.lifecycle.uniqueNames(inputs));
  }

  private droppedModules({ id, state, inputs }: ObjectAndInputs): readonly string[] {
    const remaining = this.lifecycle.modulePaths(id, inputs);
    return this.lifecycle.modulePaths(id, state).filter((path) => !remaining.includes(path));
  }

  /** Returns the id in `adoptId`, if it is known. The id of a module includes those of its parents. */
  private idToAdopt(inputs: Inputs): string | undefined {
    const { adoptId } = inputs;
    if (holdsUnknown(adoptId)) return undefined;
    return this.family.kind === "module" && typeof adoptId === "string" ? adoptId : adoptedId(inputs);
  }

  private objectId(id: string): ObjectId {
    return { family: this.family.name, id };
  }

  private label(id: string): string {
    return `${this.family.name} ${id}`;
  }

  private describeDeclarer(resource: string | undefined): string | undefined {
    return resource === undefined ? undefined : describeResource(this.family.name, resource);
  }
}
