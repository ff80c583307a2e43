import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import type { Checked } from "../plan/check";
import { adoptedId } from "../plan/diff";
import { isMarkCounting, ofAnother } from "../plan/marks";
import type { Check, Compared, Comparison, Creator, Diff } from "../plan/results";
import { PartialFailure, UserError } from "../values/errors";
import type { Inputs, State } from "../values/kinds";
import { resourceText, without } from "../values/names";
import { TAKEN_OVER } from "../values/stored";
import type { RunLedger } from "./ledger";
import { adoptedBefore, keyOf, NAMES_IT_TOO, ONE_OF_TWO, type Owned } from "./ledger/adopted-objects";
import type {
  Created,
  Creation,
  Existing,
  Foreseen,
  Found,
  Lifecycle,
  ManagedFamily,
  Removal,
  Run,
  Update,
} from "./lifecycle";

const HAS_IT = `of this program manages it: ${ONE_OF_TWO}`;
const CLEARS_IT =
  "of this program is replaced, which deletes it first, since its new object has the same name: drop adoptId, or keep the other resource as it is";

/** A check of a resource. */
interface ResourceCheck extends Check {
  /** Its name and those of its parents' types, where the engine or its class tells it. */
  readonly resource?: string | undefined;
  /** Name of its Provider; undefined for the default account. */
  readonly account?: string | undefined;
}

/** A comparison of a resource. */
interface ResourceComparison extends Omit<Comparison, "now" | "isDropped"> {
  /**
   * Its name and the types of its parents, or those of each resource that it may be; none where the engine only compares a
   * state, as in a refresh.
   */
  readonly resources?: readonly string[] | undefined;
}

/** How the names of all creators of a stack begin. */
function stackOf({ name, resource }: Creator): string {
  const at = resource === undefined ? -1 : name.lastIndexOf(resource);
  return at < 1 ? name : name.slice(0, at);
}

/** An object that a resource has got. */
type Held = Pick<Created, "id" | "state">;

/** A comparison, as far as it tells whose an object is. */
interface Claim {
  readonly state: State;
  readonly by: string | undefined;
  readonly found: Diff;
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

  check(ledger: RunLedger, { resource, account, ...given }: ResourceCheck): Checked {
    ledger.operations.sawActivity();
    const named = adoptedId(given.inputs);
    const isNew = Object.keys(given.before ?? {}).length === 0;
    // A refresh diffs objects of resources that the program may no longer declare; it checks nothing.
    if (named !== undefined && !isNew) ledger.objects.name(named);
    const checked = this.lifecycle.check(given);
    if (checked.failures.length > 0) return checked;
    ledger.references.check(checked.inputs);
    const adopted = this.adopted(checked.inputs);
    const paths = this.lifecycle.modules(adopted, checked.inputs);
    const by = this.by(resource) ?? this.who(adopted ?? paths.join());
    ledger.modules.declare(
      adopted === undefined || this.family.kind === "module" ? by : this.who(adopted),
      paths,
    );
    ledger.objects.adopts(by, adopted === undefined ? undefined : this.object(adopted));
    // Without its earlier inputs it is a resource that gets a new object.
    if (isNew) {
      ledger.objects.holds(by, undefined);
      ledger.successors.renew(by);
    }
    const refusal =
      adopted === undefined || resource === undefined ? undefined : this.whyCannotAdopt(ledger, by, adopted);
    if (refusal !== undefined) return { ...checked, failures: [{ path: "adoptId", reason: refusal }] };
    const rival = resource === undefined ? undefined : this.rival(ledger, by, checked.inputs, account);
    return rival === undefined ? checked : { ...checked, failures: [{ path: "adopt", reason: rival }] };
  }

  /** Why a resource cannot be given what has its name, or another one could not: both of the program have that name. */
  private rival(
    { objects }: RunLedger,
    by: string,
    inputs: Inputs,
    account: string | undefined,
  ): string | undefined {
    const names = this.lifecycle.names(inputs);
    const keys = names.map(({ key }) => JSON.stringify([account ?? null, key]));
    const other = objects.sharesNameWith(by, {
      keys,
      finds: inputs.adopt !== undefined && inputs.adopt !== UNKNOWN,
    });
    if (other === undefined) return undefined;
    const what = names.map(({ text }) => text).join(", ");
    return `${other} of this program has the name ${what} too, so that one would take over what the other creates: give the ids as adoptId, or drop one of the two`;
  }

  /** What a preview tells of a resource that takes over what has its name; undefined for any other. */
  async foresee(
    run: Run,
    checked: Pick<ResourceCheck, "inputs" | "resource">,
  ): Promise<Foreseen | undefined> {
    return this.lifecycle.foresee?.(run, checked);
  }

  diff(ledger: RunLedger, { resources = [], ...compared }: ResourceComparison): Diff {
    ledger.operations.sawActivity();
    const { id, state, inputs, creators } = compared;
    const isDropped =
      this.family.kind === "module" &&
      this.lifecycle.modules(id, inputs).some((path) => ledger.modules.isDropped(path));
    const found = this.lifecycle.diff({ ...compared, now: ledger.clock.now(), isDropped });
    const isReplaced = found.replaces.length > 0;
    const by = resources.length === 1 ? this.by(resources[0]) : undefined;
    if (state[TAKEN_OVER] !== undefined) ledger.objects.wasTaken(this.object(id), state[TAKEN_OVER]);
    if (resources.length > 0) this.keepTakenOver(ledger, id, state, creators);
    if (adoptedId(inputs) === id) ledger.objects.compare(id, { isReplaced });
    if (this.family.kind === "resource") {
      ledger.modules.see(this.who(id), this.lifecycle.modules(id, state));
      if (state.adopted === true) ledger.objects.see(this.object(id), by ?? this.who(id));
      if (this.family.moduleKeys.length > 0)
        ledger.modules.declare(this.who(id), isReplaced ? [] : this.lifecycle.modules(id, inputs));
      ledger.modules.drop(this.who(id), isReplaced ? [] : this.dropped(compared));
    }
    this.seeInState(ledger, id, state);
    if (resources.length > 1)
      ledger.objects.holds(this.oneOf(resources, id), isReplaced ? undefined : this.object(id));
    this.recordOwner(ledger, id, { state, by, found });
    // A replacement gives up its name only at the end, or to itself.
    const frees = isReplaced ? [] : this.freed(compared);
    ledger.operations.announce({ who: this.who(id), frees });
    ledger.references.keep(this.who(id), this.family, inputs);
    return found;
  }

  async create(run: Run, { inputs, creator }: Creation): Promise<Created> {
    const { ledger } = run;
    const by = this.by(creator?.resource);
    this.refuseTaken(run, by, inputs);
    const operation = { who: `a new ${this.family.name}`, before: {}, after: inputs, frees: [] };
    return this.asOperation(run, operation, async () => {
      const created = await this.lifecycle.create(run, { inputs, creator }).catch((error: unknown) => {
        if (error instanceof PartialFailure) this.recordNewObject(ledger, creator, error);
        throw error;
      });
      const { id, state } = created;
      const who = this.who(id);
      this.recordNewObject(ledger, creator, created);
      if (this.family.kind === "resource") {
        const paths = this.lifecycle.modules(id, inputs);
        ledger.modules.see(who, paths);
        ledger.modules.declare(who, paths);
        if (state.adopted === true) ledger.objects.see(this.object(id), by ?? "another resource");
      }
      ledger.references.keep(who, this.family, inputs);
      return created;
    });
  }

  read(run: Run, existing: Existing): Promise<Found | undefined> {
    this.seeInState(run.ledger, existing.id, existing.state);
    return this.lifecycle.read(run, existing);
  }

  update(run: Run, update: Update): Promise<State> {
    const { id, state: before, inputs } = update;
    const operation = { who: this.who(id), before, after: inputs, frees: this.freed(update) };
    return this.asOperation(run, operation, async () => {
      const state = await this.lifecycle.update(run, update);
      if (this.family.kind === "resource") {
        const paths = this.lifecycle.modules(id, inputs);
        run.ledger.modules.see(this.who(id), paths, this.dropped(update));
      }
      return state;
    });
  }

  delete(run: Run, existing: Existing): Promise<Removal> {
    const { id, state } = existing;
    const operation = { who: this.who(id), before: state, after: {}, frees: this.lifecycle.names(state) };
    run.ledger.references.drop(this.who(id));
    return this.asOperation(run, operation, async () => {
      const removal = await this.lifecycle.delete(run, existing);
      if (this.family.kind === "resource") {
        run.ledger.modules.see(this.who(id), [], this.lifecycle.modules(id, state));
        const { objects, successors } = run.ledger;
        objects.leaveState(this.object(id), state[TAKEN_OVER]);
        successors.deleted(keyOf(this.object(id)));
        // Another resource that has adopted it may have been seen.
        const isSeen = state.adopted === true && !objects.isDeclared(this.object(id));
        if (isSeen) objects.forget(this.object(id));
      }
      return removal;
    });
  }

  private asOperation<T>(
    { ledger }: Run,
    operation: Omit<Parameters<RunLedger["operations"]["run"]>[0], "family">,
    task: () => Promise<T>,
  ): Promise<T> {
    return ledger.operations.run({ ...operation, family: this.family }, task);
  }

  /** Records that a state has an object that its mark alone would let a run take over. */
  private seeInState({ objects, clock }: RunLedger, id: string, state: State): void {
    if (isMarkCounting(state, clock.now())) objects.seeInState(this.object(id));
  }

  /** Records whose the object of a compared resource is. */
  private recordOwner({ objects, successors }: RunLedger, id: string, { state, by, found }: Claim): void {
    const object = this.object(id);
    const isReplaced = found.replaces.length > 0;
    const isCleared = isReplaced && found.deleteBeforeReplace;
    if (by !== undefined) objects.holds(by, isReplaced ? undefined : object);
    objects.clears(by ?? this.who(id), isCleared ? object : undefined);
    const things = this.family.kind === "module" ? this.lifecycle.modules(id, state) : [keyOf(object)];
    successors.compare({ who: this.who(id), by, things }, { isReplaced });
    if (by === undefined) return;
    const [adopter] = isReplaced && !isCleared ? [] : objects.adopters(object, by);
    if (adopter !== undefined) throw new UserError(`${this.who(id)}: ${adopter} ${NAMES_IT_TOO}`);
    // Modules may be declared twice.
    const isAlone = isReplaced || this.family.kind === "module";
    const [holder] = isAlone ? [] : objects.holders(object, by);
    if (holder !== undefined) throw new UserError(`${this.who(id)}: ${holder} ${HAS_IT}`);
  }

  /**
   * Records that a resource still has an object that it took over.
   *
   * @throws UserError where another stack has taken it over since.
   */
  private keepTakenOver(
    { objects }: RunLedger,
    id: string,
    state: State,
    creators: readonly Creator[] = [],
  ): void {
    const [object, since] = [this.object(id), state[TAKEN_OVER]];
    if (objects.isTakenSince(object, since, creators.map(stackOf)))
      throw ofAnother(
        this.who(id),
        id,
        "was taken over by another stack since this state was written, as an earlier run has told",
      );
    const [creator, ...others] = creators;
    if (since !== undefined && creator !== undefined && others.length === 0)
      objects.tookOver(object, since, creator.name);
  }

  /** Records that a resource has a new object. */
  private recordNewObject(
    { objects, successors }: RunLedger,
    creator: Creator | undefined,
    { id, state }: Held,
  ): void {
    const by = this.by(creator?.resource);
    if (by === undefined || creator === undefined) return;
    objects.gets(by, this.object(id));
    if (state[TAKEN_OVER] !== undefined) objects.tookOver(this.object(id), state[TAKEN_OVER], creator.name);
    successors.replaced(by, creator.name);
  }

  /** @throws UserError where another resource has got the object that inputs name in `adoptId` since their check. */
  private refuseTaken({ ledger, report }: Run, by: string | undefined, inputs: Inputs): void {
    const adopted = this.adopted(inputs);
    if (adopted === undefined || by === undefined) return;
    const [holder] = ledger.objects.holders(this.object(adopted), by);
    if (holder !== undefined) throw new UserError(`adoptId: ${adopted}: ${holder} ${HAS_IT}`);
    const before = ledger.objects.adopterBefore(this.object(adopted), by);
    if (before !== undefined) report(adoptedBefore(this.who(adopted), before));
  }

  /** Names that an update gives up. */
  private freed({ state, inputs }: Compared) {
    return without(this.lifecycle.names(state), this.lifecycle.names(inputs));
  }

  /** Modules that an update removes. */
  private dropped({ id, state, inputs }: Compared): readonly string[] {
    const kept = this.lifecycle.modules(id, inputs);
    return this.lifecycle.modules(id, state).filter((path) => !kept.includes(path));
  }

  /** The id in `adoptId`, once it is known. */
  private adopted({ adoptId, ...inputs }: Inputs): string | undefined {
    if (holdsUnknown(adoptId)) return undefined;
    return this.family.kind === "module" && typeof adoptId === "string"
      ? adoptId
      : adoptedId({ ...inputs, adoptId });
  }

  /** Why a resource cannot adopt an object: another one of the program has it, or is about to. */
  private whyCannotAdopt({ objects }: RunLedger, by: string, id: string): string | undefined {
    const [adopter] = objects.adopters(this.object(id), by);
    if (adopter !== undefined) return `${id}: ${adopter} ${NAMES_IT_TOO}`;
    const [holder] = objects.holders(this.object(id), by);
    if (holder !== undefined) return `${id}: ${holder} ${HAS_IT}`;
    const [clearer] = objects.clearers(this.object(id), by);
    return clearer === undefined ? undefined : `${id}: ${clearer} ${CLEARS_IT}`;
  }

  private object(id: string): Owned {
    return { family: this.family.name, id };
  }

  /** A resource as its user knows it. */
  private by(resource: string | undefined): string | undefined {
    return resource === undefined ? undefined : resourceText(this.family.name, resource);
  }

  /** One of several resources, of which each holds an object of its own. */
  private oneOf(resources: readonly string[], id: string): string {
    const names = resources.map((resource) => JSON.stringify(resource));
    return `${this.family.name} ${names.join(" or ")} (${id})`;
  }

  private who(id: string): string {
    return `${this.family.name} ${id}`;
  }
}
