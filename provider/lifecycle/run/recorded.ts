import type { Props } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import type { Checked } from "../plan/check";
import { adoptedId } from "../plan/diff";
import { isMarkCounting, ofAnother } from "../plan/marks";
import type { Creator, DiffResult, Move, Planned } from "../plan/results";
import { PartialFailure, UserError } from "../values/errors";
import { without } from "../values/names";
import { TAKEN_OVER } from "../values/stored";
import type { RunLedger } from "./ledger";
import { keyOf, type Owned } from "./ledger/adopted-objects";
import type { Created, Found, Lifecycle, LifecycleContext, ManagedFamily, Removal } from "./lifecycle";

export const ONE_OF_TWO = "only one resource can manage an object, so drop one of the two";
const NAMES_IT_TOO = `of this program names it in adoptId too: ${ONE_OF_TWO}`;
const HAS_IT = `of this program manages it: ${ONE_OF_TWO}`;
const CLEARS_IT =
  "of this program is replaced, which deletes it first, since its new object has the same name: drop adoptId, or keep the other resource as it is";

/** What is known of a resource that is checked, besides its inputs. */
interface CheckOf {
  /** Random bytes for the resource, where the engine passes some. */
  readonly seed?: Uint8Array | undefined;
  /** Its name and those of its parents' types. */
  readonly resource?: string | undefined;
}

/** What is known of a resource that is compared, besides state and inputs. */
interface DiffOf {
  readonly move?: Move | undefined;
  /**
   * Its name and the types of its parents, or those of each resource that it may be; none where the engine only compares a
   * state, as in a refresh.
   */
  readonly resources?: readonly string[] | undefined;
  /** The resources whose state it may be. */
  readonly creators?: readonly Creator[] | undefined;
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
  readonly olds: Props;
  readonly by: string | undefined;
  readonly result: DiffResult;
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

  /** @param resource - The resource's name, where the engine or its class tells it. */
  check(ledger: RunLedger, olds: Props, news: Props, { seed, resource }: CheckOf = {}): Checked {
    ledger.operations.sawActivity();
    const named = adoptedId(news);
    const isNew = Object.keys(olds).length === 0;
    // A refresh diffs objects of resources that the program may no longer declare; it checks nothing.
    if (named !== undefined && !isNew) ledger.objects.name(named);
    const checked = this.lifecycle.check(olds, news, seed);
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
      adopted === undefined || resource === undefined ? undefined : this.whyNotAdopted(ledger, by, adopted);
    return refusal === undefined ? checked : { ...checked, failures: [{ path: "adoptId", reason: refusal }] };
  }

  diff(
    ledger: RunLedger,
    id: string,
    olds: Props,
    news: Props,
    { move, resources = [], creators }: DiffOf = {},
  ): DiffResult {
    ledger.operations.sawActivity();
    const isDropped =
      this.family.kind === "module" &&
      this.lifecycle.modules(id, news).some((path) => ledger.modules.isDropped(path));
    const result = this.lifecycle.diff(id, olds, news, {
      now: ledger.clock.now(),
      move,
      isDropped,
      creators,
    });
    const isReplaced = result.replaces.length > 0;
    const by = resources.length === 1 ? this.by(resources[0]) : undefined;
    if (olds[TAKEN_OVER] !== undefined) ledger.objects.wasTaken(this.object(id), olds[TAKEN_OVER]);
    if (resources.length > 0) this.mayKeep(ledger, id, olds, creators);
    if (adoptedId(news) === id) ledger.objects.compare(id, { isReplaced });
    if (this.family.kind === "resource") {
      ledger.modules.see(this.who(id), this.lifecycle.modules(id, olds));
      if (olds.adopted === true) ledger.objects.see(this.object(id), by ?? this.who(id));
      if (this.family.moduleKeys.length > 0)
        ledger.modules.declare(this.who(id), isReplaced ? [] : this.lifecycle.modules(id, news));
      ledger.modules.drop(this.who(id), isReplaced ? [] : this.dropped(id, olds, news));
    }
    this.seeInState(ledger, id, olds);
    if (resources.length > 1)
      ledger.objects.holds(this.oneOf(resources, id), isReplaced ? undefined : this.object(id));
    this.claim(ledger, id, { olds, by, result });
    // A replacement gives up its name only at the end, or to itself.
    const frees = isReplaced ? [] : this.freed(olds, news);
    ledger.operations.announce({ who: this.who(id), frees });
    ledger.references.keep(this.who(id), this.family, news);
    return result;
  }

  changedInputs(id: string, olds: Props, news: Props): readonly string[] {
    return this.lifecycle.changedInputs(id, olds, news);
  }

  planned(inputs: Props, before?: { readonly id: string; readonly state: Props }): Planned {
    return this.lifecycle.planned(inputs, before);
  }

  create(account: LifecycleContext, inputs: Props, creator?: Creator): Promise<Created> {
    const operation = { who: `a new ${this.family.name}`, before: {}, after: inputs, frees: [] };
    const by = this.by(creator?.resource);
    return this.run(account, operation, async () => {
      this.mayAdopt(account, by, inputs);
      const created = await this.lifecycle.create(account, inputs, creator).catch((error: unknown) => {
        if (error instanceof PartialFailure) this.hold(account.ledger, creator, error);
        throw error;
      });
      this.hold(account.ledger, creator, created);
      if (this.family.kind === "resource") {
        const paths = this.lifecycle.modules(created.id, inputs);
        account.ledger.modules.declare(this.who(created.id), paths);
        account.ledger.modules.see(this.who(created.id), paths);
        if (created.state.adopted === true)
          account.ledger.objects.see(this.object(created.id), by ?? "another resource");
      }
      account.ledger.references.keep(this.who(created.id), this.family, inputs);
      return created;
    });
  }

  read(account: LifecycleContext, id: string, state: Props): Promise<Found | undefined> {
    this.seeInState(account.ledger, id, state);
    return this.lifecycle.read(account, id, state);
  }

  update(
    account: LifecycleContext,
    id: string,
    olds: Props,
    news: Props,
    creators?: readonly Creator[],
  ): Promise<Record<string, unknown>> {
    const operation = { who: this.who(id), before: olds, after: news, frees: this.freed(olds, news) };
    return this.run(account, operation, async () => {
      const state = await this.lifecycle.update(account, id, olds, news, creators);
      if (this.family.kind === "resource") {
        const paths = this.lifecycle.modules(id, news);
        account.ledger.modules.see(this.who(id), paths, this.dropped(id, olds, news));
      }
      return state;
    });
  }

  delete(account: LifecycleContext, id: string, state: Props): Promise<Removal> {
    const operation = { who: this.who(id), before: state, after: {}, frees: this.lifecycle.names(state) };
    account.ledger.references.drop(this.who(id));
    return this.run(account, operation, async () => {
      const removal = await this.lifecycle.delete(account, id, state);
      if (this.family.kind === "resource") {
        account.ledger.modules.see(this.who(id), [], this.lifecycle.modules(id, state));
        const { objects, successors } = account.ledger;
        objects.leaveState(this.object(id), state[TAKEN_OVER]);
        successors.deleted(keyOf(this.object(id)));
        // Another resource that has adopted it may have been seen.
        const isSeen = state.adopted === true && !objects.isDeclared(this.object(id));
        if (isSeen) objects.forget(this.object(id));
      }
      return removal;
    });
  }

  private run<T>(
    { ledger }: LifecycleContext,
    operation: Omit<Parameters<RunLedger["operations"]["run"]>[0], "family">,
    task: () => Promise<T>,
  ): Promise<T> {
    return ledger.operations.run({ ...operation, family: this.family }, task);
  }

  /** Records that a state has an object that its mark alone would let a run take over. */
  private seeInState({ objects, clock }: RunLedger, id: string, state: Props): void {
    if (isMarkCounting(state, clock.now())) objects.seeInState(this.object(id));
  }

  /** Records whose the object of a compared resource is. */
  private claim({ objects, successors }: RunLedger, id: string, { olds, by, result }: Claim): void {
    const object = this.object(id);
    const isReplaced = result.replaces.length > 0;
    const isCleared = isReplaced && result.deleteBeforeReplace;
    if (by !== undefined) objects.holds(by, isReplaced ? undefined : object);
    objects.clears(by ?? this.who(id), isCleared ? object : undefined);
    const things = this.family.kind === "module" ? this.lifecycle.modules(id, olds) : [keyOf(object)];
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
  private mayKeep({ objects }: RunLedger, id: string, olds: Props, creators: readonly Creator[] = []): void {
    const [object, since] = [this.object(id), olds[TAKEN_OVER]];
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
  private hold({ objects, successors }: RunLedger, creator: Creator | undefined, { id, state }: Held): void {
    const by = this.by(creator?.resource);
    if (by === undefined || creator === undefined) return;
    objects.gets(by, this.object(id));
    if (state[TAKEN_OVER] !== undefined) objects.tookOver(this.object(id), state[TAKEN_OVER], creator.name);
    successors.replaced(by, creator.name);
  }

  /** @throws UserError where another resource has got the object that inputs name in `adoptId` since their check. */
  private mayAdopt({ ledger, report }: LifecycleContext, by: string | undefined, inputs: Props): void {
    const adopted = this.adopted(inputs);
    if (adopted === undefined || by === undefined) return;
    const [holder] = ledger.objects.holders(this.object(adopted), by);
    if (holder !== undefined) throw new UserError(`adoptId: ${adopted}: ${holder} ${HAS_IT}`);
    const before = ledger.objects.adopterBefore(this.object(adopted), by);
    if (before !== undefined)
      report(
        `warning: ${this.who(adopted)} is adopted although ${before}, which this command has not shown, had adopted it as of the last one that did: if that resource is still in a state after this command, take one of the two out, since only one resource can manage an object`,
      );
  }

  /** Names that an update gives up. */
  private freed(olds: Props, news: Props) {
    return without(this.lifecycle.names(olds), this.lifecycle.names(news));
  }

  /** Modules that an update removes. */
  private dropped(id: string, olds: Props, news: Props): readonly string[] {
    const kept = this.lifecycle.modules(id, news);
    return this.lifecycle.modules(id, olds).filter((path) => !kept.includes(path));
  }

  /** The id in `adoptId`, once it is known. */
  private adopted({ adoptId, ...inputs }: Props): string | undefined {
    if (holdsUnknown(adoptId)) return undefined;
    return this.family.kind === "module" && typeof adoptId === "string"
      ? adoptId
      : adoptedId({ ...inputs, adoptId });
  }

  /** Why a resource cannot adopt an object: another one of the program has it, or is about to. */
  private whyNotAdopted({ objects }: RunLedger, by: string, id: string): string | undefined {
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
    return resource === undefined ? undefined : `${this.family.name} ${JSON.stringify(resource)}`;
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
