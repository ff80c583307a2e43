import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import type { CheckResult } from "../plan/check";
import { adoptedId } from "../plan/diff";
import { mayBeMistakenForUnrecorded, sharedObjectError } from "../plan/marks";
import type { CheckRequest, Comparison, Creator, Diff, ObjectAndInputs } from "../plan/results";
import { PartialFailure, UserError } from "../values/errors";
import type { Inputs, State } from "../values/kinds";
import { describeNames, describeResource, namesNotIn } from "../values/names";
import { TAKEN_OVER } from "../values/stored";
import type { Failure } from "../values/validate";
import type { RunLedger } from "./ledger";
import {
  ALSO_ADOPTED,
  formerAdopterWarning,
  type ObjectId,
  ONE_MANAGER,
  objectKey,
} from "./ledger/adopted-objects";
import type {
  CreateResult,
  Creation,
  ExistingObject,
  Lifecycle,
  ManagedFamily,
  ReadResult,
  Removal,
  Run,
  Update,
} from "./lifecycle";

const MANAGED = `of this program manages it: ${ONE_MANAGER}`;
const DELETED_FIRST =
  "of this program is replaced, which deletes it first because its new object has the same name: remove adoptId, or undo the change of the other resource";

interface ResourceCheck extends CheckRequest {
  /** Name of the resource and the types of its parents, if the engine or the class passes them. */
  readonly resource?: string | undefined;
  /** Name of the Provider; undefined for the default account. */
  readonly account?: string | undefined;
}

interface ResourceComparison extends Omit<Comparison, "now" | "isDropped"> {
  /**
   * Name and parents' types of each resource that the state may belong to; empty if the engine only compares a state,
   * as in a refresh.
   */
  readonly resources?: readonly string[] | undefined;
}

/** Returns the common prefix of the names of all creators of a stack. */
function stackOf({ name, resource }: Creator): string {
  const position = resource === undefined ? -1 : name.lastIndexOf(resource);
  return position < 1 ? name : name.slice(0, position);
}

/**
 * The lifecycle of a family within a run: records the engine's calls and the operations under way in the ledger,
 * where the operations of other resources look them up.
 */
export class RecordedLifecycle {
  constructor(
    private readonly family: ManagedFamily,
    private readonly lifecycle: Lifecycle,
  ) {}

  check(ledger: RunLedger, { resource, account, ...given }: ResourceCheck): CheckResult {
    ledger.operations.recordActivity();
    const checked = this.lifecycle.check(given);
    if (checked.failures.length > 0) return checked;
    ledger.references.check(checked.inputs);
    const adopted = this.adopted(checked.inputs);
    const paths = this.lifecycle.modules(adopted, checked.inputs);
    const author = this.describeAuthor(resource) ?? this.label(adopted ?? paths.join());
    ledger.modules.declare(
      adopted === undefined || this.family.kind === "module" ? author : this.label(adopted),
      paths,
    );
    ledger.objects.declare("adopts", author, adopted === undefined ? undefined : this.object(adopted));
    // A resource without earlier inputs gets a new object.
    if (Object.keys(given.before ?? {}).length === 0) {
      ledger.objects.declare("holds", author, undefined);
      ledger.successors.recordNewObject(author);
    }
    const refusal =
      adopted === undefined || resource === undefined
        ? undefined
        : this.adoptionConflict(ledger, author, adopted);
    if (refusal !== undefined) return { ...checked, failures: [{ path: "adoptId", reason: refusal }] };
    const conflict =
      resource === undefined
        ? undefined
        : this.nameConflict(ledger, author, { inputs: checked.inputs, before: given.before, account });
    return conflict === undefined ? checked : { ...checked, failures: [conflict] };
  }

  /** Returns a failure if another resource of the program has the same name. */
  private nameConflict(
    { objects }: RunLedger,
    author: string,
    { inputs, before = {}, account }: Pick<ResourceCheck, "inputs" | "before" | "account">,
  ): Failure | undefined {
    // A module may be declared in two places.
    if (this.family.kind !== "resource") return undefined;
    const names = this.lifecycle.names(inputs);
    const had = new Set(this.lifecycle.names(before).map(({ key }) => key));
    const inAccount = (key: string) => JSON.stringify([account ?? null, key]);
    // An adopted object already has its names.
    const exists = this.adopted(inputs) !== undefined;
    const conflict = objects.recordNames(author, {
      names: new Map(
        names.map(({ key, isShared = false }) => [
          inAccount(key),
          { isShared, isNew: !exists && !had.has(key) },
        ]),
      ),
      adoptsByName: inputs.adopt !== undefined && inputs.adopt !== UNKNOWN,
    });
    if (conflict === undefined) return undefined;
    const { resource, isAdoption } = conflict;
    const nameText = describeNames(names.filter(({ key }) => inAccount(key) === conflict.key));
    if (isAdoption)
      return {
        path: "adopt",
        reason: `${resource} of this program has the name ${nameText} too, so one of them would adopt the other's object: set adoptId in both, or remove one of the two`,
      };
    const { naturalKey = [], sharesName } = this.family;
    const share = sharesName ? `, or, to share it, ${sharesName.how}` : "";
    return {
      path: naturalKey.at(-1) ?? "",
      reason: `${resource} of this program has ${nameText} too, and the account can have it only once: change or remove one of the two${share}`,
    };
  }

  diff(ledger: RunLedger, { resources = [], ...compared }: ResourceComparison): Diff {
    ledger.operations.recordActivity();
    const { id, state, inputs, creators } = compared;
    const isDropped =
      this.family.kind === "module" &&
      this.lifecycle.modules(id, inputs).some((path) => ledger.modules.isDropped(path));
    const diff = this.lifecycle.diff({ ...compared, now: ledger.clock.now(), isDropped });
    const isReplaced = diff.replaces.length > 0;
    const author = resources.length === 1 ? this.describeAuthor(resources[0]) : undefined;
    if (resources.length > 0) this.recordTakeOver(ledger, id, state, creators);
    if (adoptedId(inputs) === id) ledger.objects.recordComparison(id, { isReplaced });
    if (this.family.kind === "resource") {
      ledger.modules.recordState(this.label(id), this.lifecycle.modules(id, state));
      if (state.adopted === true) ledger.objects.recordAdopter(this.object(id), author ?? this.label(id));
      if (this.family.moduleKeys.length > 0)
        ledger.modules.declare(this.label(id), isReplaced ? [] : this.lifecycle.modules(id, inputs));
      ledger.modules.drop(this.label(id), isReplaced ? [] : this.dropped(compared));
    }
    this.recordInState(ledger, id, state);
    if (resources.length > 1)
      ledger.objects.declare(
        "holds",
        this.labelOfOne(resources, id),
        isReplaced ? undefined : this.object(id),
      );
    this.recordOwner(ledger, id, state, { author, diff });
    // A replacement releases its name only at the end, or for its own new object.
    const frees = isReplaced ? [] : this.freed(compared);
    ledger.operations.announce({ label: this.label(id), frees });
    ledger.references.keep(this.label(id), this.family, inputs);
    return diff;
  }

  async create(run: Run, { inputs, creator }: Creation): Promise<CreateResult> {
    const { ledger } = run;
    const adopts = inputs.adoptId === undefined ? undefined : this.adopted(inputs);
    if (adopts !== undefined) this.assertNotTaken(run, creator, adopts);
    const { family } = this;
    const operation = { label: `a new ${family.name}`, family, before: {}, after: inputs, frees: [] };
    return run.ledger.operations.run(operation, async () => {
      const isReplaced = adopts !== undefined && ledger.objects.isReplaced(adopts);
      const creation = { inputs, creator, adopts: isReplaced ? undefined : adopts };
      const created = await this.lifecycle.create(run, creation).catch((error: unknown) => {
        if (error instanceof PartialFailure) this.recordNewObject(ledger, creator, error);
        throw error;
      });
      const { id, state } = created;
      const label = this.label(id);
      this.recordNewObject(ledger, creator, created);
      if (this.family.kind === "resource") {
        if (this.family.moduleKeys.length > 0) {
          const paths = this.lifecycle.modules(id, inputs);
          ledger.modules.recordState(label, paths);
          ledger.modules.declare(label, paths);
        }
        if (state.adopted === true) {
          const author = this.describeAuthor(creator?.resource);
          ledger.objects.recordAdopter(this.object(id), author ?? "another resource");
        }
      }
      ledger.references.keep(label, this.family, inputs);
      return created;
    });
  }

  async read(run: Run, existing: ExistingObject): Promise<ReadResult | undefined> {
    this.recordInState(run.ledger, existing.id, existing.state);
    const found = await this.lifecycle.read(run, existing);
    if (!found) return undefined;
    const conflict = found.conflict ?? this.importConflict(run.ledger, found.id, existing.reader);
    if (conflict === undefined) return found;
    // The engine records an imported object before the import can be refused, and would later delete it.
    return { ...found, conflict, state: { ...found.state, deleteOnDestroy: false } };
  }

  /** Returns why a resource can't import an object: another one of the program manages it. */
  private importConflict(
    { objects }: RunLedger,
    id: string,
    reader: Creator | undefined,
  ): string | undefined {
    const author = this.describeAuthor(reader?.resource);
    const holder = author === undefined ? undefined : objects.holder(this.object(id), author);
    return holder === undefined ? undefined : `${this.label(id)}: ${holder} ${MANAGED}`;
  }

  update(run: Run, update: Update): Promise<State> {
    const { id, state: before, inputs } = update;
    const { family } = this;
    const operation = { label: this.label(id), family, before, after: inputs, frees: this.freed(update) };
    return run.ledger.operations.run(operation, async () => {
      const state = await this.lifecycle.update(run, update);
      if (this.family.kind === "resource") {
        const paths = this.lifecycle.modules(id, inputs);
        run.ledger.modules.recordState(this.label(id), paths, this.dropped(update));
      }
      return state;
    });
  }

  delete(run: Run, existing: ExistingObject): Promise<Removal> {
    const { id, state } = existing;
    const { family } = this;
    const operation = {
      label: this.label(id),
      family,
      before: state,
      after: {},
      frees: this.lifecycle.names(state),
    };
    run.ledger.references.drop(this.label(id));
    run.journal.replacementsRecorded(family.name);
    return run.ledger.operations.run(operation, async () => {
      const reason = this.reasonToLeave(run.ledger, id, state);
      if (reason !== undefined) run.report(`${this.label(id)} is left in place: ${reason}`);
      const removal = reason === undefined ? await this.lifecycle.delete(run, existing) : "left in place";
      if (this.family.kind === "resource") {
        run.ledger.modules.recordState(this.label(id), [], this.lifecycle.modules(id, state));
        const { objects, successors } = run.ledger;
        objects.recordOutOfState(this.object(id), state[TAKEN_OVER]);
        successors.recordDeletion(objectKey(this.object(id)));
        // Another resource of this run may have adopted the object.
        if (state.adopted === true && !objects.isDeclared(this.object(id)))
          objects.forgetAdopter(this.object(id));
      }
      return removal;
    });
  }

  private reasonToLeave({ objects, modules }: RunLedger, id: string, state: State): string | undefined {
    if (this.family.kind === "command") return undefined;
    if (this.family.kind === "resource") return objects.reasonToLeave(this.object(id), state);
    const [path] = this.lifecycle.modules(id, state);
    return path === undefined ? undefined : modules.reasonToKeep(path);
  }

  private recordInState({ objects, clock }: RunLedger, id: string, state: State): void {
    if (this.family.kind === "resource" && mayBeMistakenForUnrecorded(state, clock.now()))
      objects.recordInState(this.object(id));
  }

  private recordOwner(
    { objects, successors }: RunLedger,
    id: string,
    state: State,
    { author, diff }: { readonly author: string | undefined; readonly diff: Diff },
  ): void {
    const object = this.object(id);
    const isReplaced = diff.replaces.length > 0;
    const isCleared = isReplaced && diff.deleteBeforeReplace;
    if (author !== undefined) objects.declare("holds", author, isReplaced ? undefined : object);
    objects.declare("clears", author ?? this.label(id), isCleared ? object : undefined);
    const items = this.family.kind === "module" ? this.lifecycle.modules(id, state) : [objectKey(object)];
    successors.recordComparison({ label: this.label(id), author, items }, { isReplaced });
    if (author === undefined) return;
    const adopter = isReplaced && !isCleared ? undefined : objects.declarer("adopts", object, author);
    if (adopter !== undefined) throw new UserError(`${this.label(id)}: ${adopter} ${ALSO_ADOPTED}`);
    // A module may be declared twice.
    const mayBeShared = isReplaced || this.family.kind === "module";
    const holder = mayBeShared ? undefined : objects.holder(object, author);
    if (holder !== undefined) throw new UserError(`${this.label(id)}: ${holder} ${MANAGED}`);
  }

  /**
   * Records that a resource still has the object that it recovered from an earlier run.
   *
   * @throws UserError if another stack has recovered it since.
   */
  private recordTakeOver(
    { objects }: RunLedger,
    id: string,
    state: State,
    creators: readonly Creator[] = [],
  ): void {
    const [object, since] = [this.object(id), state[TAKEN_OVER]];
    if (objects.isTakenOverSince(object, since, creators.map(stackOf)))
      throw sharedObjectError(
        this.label(id),
        id,
        "was recovered by another stack since this state was written, as an earlier run has recorded",
      );
    const [creator, ...others] = creators;
    if (since !== undefined && creator !== undefined && others.length === 0)
      objects.recordTakeOver(object, since, creator.name);
  }

  private recordNewObject(
    { objects, successors }: RunLedger,
    creator: Creator | undefined,
    { id, state }: CreateResult,
  ): void {
    const author = this.describeAuthor(creator?.resource);
    if (author === undefined || creator === undefined) return;
    objects.declare("gets", author, this.object(id));
    if (state[TAKEN_OVER] !== undefined)
      objects.recordTakeOver(this.object(id), state[TAKEN_OVER], creator.name);
    successors.recordReplaced(author, creator.name);
  }

  /** @throws UserError if another resource has got the object in `adoptId` since the check. */
  private assertNotTaken({ ledger, report }: Run, creator: Creator | undefined, adopted: string): void {
    const author = this.describeAuthor(creator?.resource);
    if (author === undefined) return;
    const holder = ledger.objects.holder(this.object(adopted), author);
    if (holder !== undefined) throw new UserError(`adoptId: ${adopted}: ${holder} ${MANAGED}`);
    const before = ledger.objects.formerAdopter(this.object(adopted), author);
    if (before !== undefined) report(formerAdopterWarning(this.label(adopted), before));
  }

  private freed({ state, inputs }: ObjectAndInputs) {
    return namesNotIn(this.lifecycle.names(state), this.lifecycle.names(inputs));
  }

  private dropped({ id, state, inputs }: ObjectAndInputs): readonly string[] {
    const remaining = this.lifecycle.modules(id, inputs);
    return this.lifecycle.modules(id, state).filter((path) => !remaining.includes(path));
  }

  private adopted({ adoptId, ...inputs }: Inputs): string | undefined {
    if (holdsUnknown(adoptId)) return undefined;
    return this.family.kind === "module" && typeof adoptId === "string"
      ? adoptId
      : adoptedId({ ...inputs, adoptId });
  }

  /** Returns why a resource can't adopt an object: another one of the program manages it, or will. */
  private adoptionConflict({ objects }: RunLedger, author: string, id: string): string | undefined {
    const adopter = objects.declarer("adopts", this.object(id), author);
    if (adopter !== undefined) return `${id}: ${adopter} ${ALSO_ADOPTED}`;
    const holder = objects.holder(this.object(id), author);
    if (holder !== undefined) return `${id}: ${holder} ${MANAGED}`;
    const deleter = objects.declarer("clears", this.object(id), author);
    return deleter === undefined ? undefined : `${id}: ${deleter} ${DELETED_FIRST}`;
  }

  private object(id: string): ObjectId {
    return { family: this.family.name, id };
  }

  private describeAuthor(resource: string | undefined): string | undefined {
    return resource === undefined ? undefined : describeResource(this.family.name, resource);
  }

  private labelOfOne(resources: readonly string[], id: string): string {
    const names = resources.map((resource) => JSON.stringify(resource));
    return `${this.family.name} ${names.join(" or ")} (${id})`;
  }

  private label(id: string): string {
    return `${this.family.name} ${id}`;
  }
}
