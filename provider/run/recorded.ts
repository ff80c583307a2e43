import type { Props } from "../family/resource";
import {
  adoptedId,
  type Checked,
  type Created,
  type Creator,
  type DiffResult,
  type Found,
  type Lifecycle,
  type LifecycleContext,
  lifecycleOf,
  type ManagedFamily,
  type Move,
  type Planned,
  type Removal,
  type RunLedger,
  TAKEN_OVER,
  without,
} from "../lifecycle";

/**
 * The lifecycle of a family within a run: records the engine's calls and the operations under way in the ledger,
 * where the operations of other resources look them up.
 */
export class RecordedLifecycle {
  private readonly lifecycle: Lifecycle;

  constructor(private readonly family: ManagedFamily) {
    this.lifecycle = lifecycleOf(family);
  }

  check(ledger: RunLedger, olds: Props, news: Props, seed?: Uint8Array): Checked {
    ledger.operations.moved();
    const named = adoptedId(news);
    // A refresh diffs objects of resources that the program may no longer declare; it checks nothing.
    if (named !== undefined && Object.keys(olds).length > 0) ledger.objects.name(named);
    const checked = this.lifecycle.check(olds, news, seed);
    if (this.family.kind === "module" && checked.failures.length === 0)
      for (const path of this.lifecycle.modules(undefined, checked.inputs)) ledger.modules.declare(path);
    return checked;
  }

  /** @param creators - The resources whose state it may be. */
  diff(
    ledger: RunLedger,
    id: string,
    olds: Props,
    news: Props,
    move?: Move,
    creators?: readonly Creator[],
  ): DiffResult {
    ledger.operations.moved();
    const isDropped =
      this.family.kind === "module" &&
      this.lifecycle.modules(id, news).some((path) => ledger.modules.isDropped(path));
    const result = this.lifecycle.diff(id, olds, news, {
      now: ledger.clock.now(),
      move,
      isDropped,
      creators,
    });
    if (olds[TAKEN_OVER] !== undefined) ledger.objects.wasTaken(id, olds[TAKEN_OVER]);
    if (adoptedId(news) === id) ledger.objects.compare(id, { isReplaced: result.replaces.length > 0 });
    if (this.family.kind === "resource" && result.replaces.length === 0)
      for (const path of this.dropped(id, olds, news)) ledger.modules.drop(path);
    // A replacement gives up its name only at the end, or to itself.
    const frees = result.replaces.length > 0 ? [] : this.freed(olds, news);
    ledger.operations.announce({ who: this.who(id), frees });
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
    return this.run(account, operation, () => this.lifecycle.create(account, inputs, creator));
  }

  read(account: LifecycleContext, id: string, state: Props): Promise<Found | undefined> {
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
    return this.run(account, operation, () => this.lifecycle.update(account, id, olds, news, creators));
  }

  delete(account: LifecycleContext, id: string, state: Props): Promise<Removal> {
    const operation = { who: this.who(id), before: state, after: {}, frees: this.lifecycle.names(state) };
    return this.run(account, operation, () => this.lifecycle.delete(account, id, state));
  }

  private run<T>(
    { ledger }: LifecycleContext,
    operation: Omit<Parameters<RunLedger["operations"]["run"]>[0], "family">,
    task: () => Promise<T>,
  ): Promise<T> {
    return ledger.operations.run({ ...operation, family: this.family }, task);
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

  private who(id: string): string {
    return `${this.family.name} ${id}`;
  }
}
