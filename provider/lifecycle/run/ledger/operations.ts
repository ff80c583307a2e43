import type { Clock } from "../../../api";
import type { Props } from "../../../family/resource";
import { reasonOf, UserError } from "../../values/errors";
import type { UniqueName } from "../../values/names";
import type { Referrer } from "../../values/references";

export interface Operation {
  /** Class and id of the resource. Unique, and shown to users. */
  readonly label: string;
  readonly family: Referrer;
  /** The state before the operation; empty for a creation. */
  readonly before: Props;
  /** The inputs after the operation; empty for a deletion. */
  readonly after: Props;
  readonly frees: readonly UniqueName[];
}

/** An update that the engine has compared and may start soon. */
export type Announcement = Pick<Operation, "label" | "frees">;

/** A condition of a request that may be met only after another operation has ended. */
export interface Need {
  /** Returns true if the service rejected a request because the condition isn't met. */
  readonly wasRefusedFor: (error: unknown) => boolean | Promise<boolean>;
  /** Returns true if the condition is met after an operation has ended. */
  readonly satisfiedBy: (operation: Announcement & Partial<Operation>) => boolean;
  /**
   * `after announced`: the request waits for an update, which the engine announces by a diff. `from time to time`: the
   * operations that satisfy it are unknown until they start, so the request is retried while the run continues.
   */
  readonly retry: "after announced" | "from time to time";
  /** Returns a message about the wait. @param by - The operation waited for, if known. */
  readonly message: (by?: Announcement) => string;
}

/** A request that may have to wait for other operations. */
export interface Sender {
  /** Class and id (or name, if there is no id yet) of the resource. */
  readonly label: string;
  readonly needs: readonly Need[];
  readonly report: (line: string) => void;
  /** Ends the wait when it aborts. Its reason is an error for the user. */
  readonly limit: AbortSignal;
}

interface Known {
  readonly operation: Announcement & Partial<Operation>;
  /** When the engine announced it. */
  readonly announcedAt: number;
  isRunning: boolean;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

interface Waiter {
  /** The service that its request is sent to. */
  readonly service: Operations;
  readonly label: string;
  readonly needs: readonly Need[];
  /** Conditions that operations have satisfied since the request was sent. */
  readonly satisfied: Set<Need>;
  /** The condition that it currently waits for. */
  waitsFor: Need | undefined;
}

interface Attempt {
  readonly start: number;
  readonly pause: number;
  /** Number of operations that had ended when the request was sent. */
  readonly endedBefore: number;
}

interface Outcome {
  readonly isWorthAnother: boolean;
  /** Why the request isn't repeated, if that isn't obvious. */
  readonly why?: string;
}

const MAX_WAIT_MS = 120_000;
/** Maximum wait for the announcement of an operation. The engine diffs resources one after the other. */
const ANNOUNCEMENT_MS = 2_000;
/** Maximum time between announcement and start of an operation. After it, the engine has dropped the operation. */
const ANNOUNCED_MS = 20_000;
/** Maximum time until the engine's next call. It writes its state after each operation before it starts another. */
const NEXT_CALL_MS = 3_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
const POLL_MS = 50;

/** The engine's activity in all accounts of a run, which it schedules together. */
export class Activity {
  readonly running = new Set<Operation>();
  readonly waiters = new Set<Waiter>();
  /** When the engine last made a call or received a response. */
  last = 0;
  /** Number of operations that have ended. */
  ended = 0;
}

/**
 * Operations on one service, and the requests that were rejected because another operation has to end first. The
 * engine orders operations by the outputs that programs pass on. If a program writes an id, hostport, or URL as a
 * literal, or moves a name from one resource to another, the engine knows no dependency and starts both operations at
 * the same time.
 */
export class Operations {
  /** Running or announced operations, by resource. */
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly clock: Clock,
    private readonly activity: Activity = new Activity(),
  ) {}

  /** Records a call from the engine, or the end of an operation. */
  recordActivity(): void {
    this.activity.last = this.clock.elapsed();
  }

  /** Records an update after its diff, with the names that it releases. */
  announce(announcement: Announcement): void {
    const { label, frees } = announcement;
    if (this.known.get(label)?.isRunning) return;
    this.known.get(label)?.end();
    this.known.delete(label);
    if (frees.length > 0) this.known.set(label, knownOf(announcement, this.clock.elapsed()));
  }

  /** Runs an operation, and notifies the requests that wait for it. */
  async run<T>(operation: Operation, task: () => Promise<T>): Promise<T> {
    this.announce(operation);
    const known = this.known.get(operation.label);
    if (known) known.isRunning = true;
    this.activity.running.add(operation);
    this.recordActivity();
    try {
      return await task();
    } finally {
      this.activity.running.delete(operation);
      this.recordActivity();
      this.activity.ended++;
      for (const { service, needs, satisfied } of this.activity.waiters)
        for (const need of service === this ? needs : [])
          if (need.satisfiedBy(operation)) satisfied.add(need);
      if (known && this.known.get(operation.label) === known) this.known.delete(operation.label);
      known?.end();
    }
  }

  /**
   * Sends a request. If the service rejects it because of an unmet condition, sends it again after other operations
   * of this run, for up to two minutes.
   *
   * @throws the last refusal
   */
  async sendWhenPossible<T>(sender: Sender, send: () => Promise<T>): Promise<T> {
    // Registered before the first request, so that operations that end during it count.
    const waiter: Waiter = {
      service: this,
      label: sender.label,
      needs: sender.needs,
      satisfied: new Set(),
      waitsFor: undefined,
    };
    this.activity.waiters.add(waiter);
    const start = this.clock.elapsed();
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
        const attempt = { start, pause, endedBefore: this.activity.ended };
        waiter.satisfied.clear();
        try {
          return await send();
        } catch (error) {
          const need = await refusedNeed(error, sender.needs);
          if (!need) throw error;
          if (need.retry === "from time to time" && pause === 2 * FIRST_PAUSE_MS)
            sender.report(need.message());
          waiter.waitsFor = need;
          const { isWorthAnother, why } = await this.wait(waiter, need, attempt, sender);
          if (isWorthAnother) continue;
          throw why === undefined ? error : new UserError(`${reasonOf(error)}; ${why}`, { cause: error });
        } finally {
          waiter.waitsFor = undefined;
        }
      }
    } finally {
      this.activity.waiters.delete(waiter);
    }
  }

  /** True if a known operation would satisfy a condition. */
  isExpected(label: string, need: Pick<Need, "satisfiedBy">): boolean {
    return this.expectedToSatisfy(label, need).length > 0;
  }

  private async wait(waiter: Waiter, need: Need, attempt: Attempt, sender: Sender): Promise<Outcome> {
    const { report, limit } = sender;
    const began = this.clock.elapsed();
    let reported = "";
    for (;;) {
      if (waiter.satisfied.has(need)) return { isWorthAnother: true };
      if (limit.aborted) return { isWorthAnother: false, why: reasonOf(limit.reason) };
      const now = this.clock.elapsed();
      const [by] = need.retry === "after announced" ? this.expectedToSatisfy(waiter.label, need) : [];
      const outcome =
        need.retry === "from time to time"
          ? this.whileOthersRun(waiter, attempt, now - began)
          : this.untilKnownEnds(waiter, by, { waited: now - began, inAll: now - attempt.start });
      if (outcome) return outcome;
      if (by && by.operation.label !== reported) {
        reported = by.operation.label;
        report(need.message(by.operation));
      }
      const pause = this.clock.sleep(POLL_MS);
      await (by ? Promise.race([by.ended, pause]) : pause);
    }
  }

  private untilKnownEnds(
    { label }: Waiter,
    by: Known | undefined,
    { waited, inAll }: { readonly waited: number; readonly inAll: number },
  ): Outcome | undefined {
    if (!by) return waited > ANNOUNCEMENT_MS ? { isWorthAnother: false } : undefined;
    const owner = by.operation.label;
    if (!this.canEnd(by, new Set([label]))) {
      const why = `${owner}, which should release it, is itself waiting for ${label}: remove the name from one of them, run an update, and then give it to the other one`;
      return { isWorthAnother: false, why };
    }
    if (inAll <= MAX_WAIT_MS) return undefined;
    const why = `${owner} has not released it within ${MAX_WAIT_MS / 1000} s: run again when it has`;
    return { isWorthAnother: false, why };
  }

  /** Repeats the request until no remaining operation of this run could satisfy the condition. */
  private whileOthersRun(waiter: Waiter, attempt: Attempt, waited: number): Outcome | undefined {
    const now = this.clock.elapsed();
    if (now - attempt.start > MAX_WAIT_MS) return { isWorthAnother: false };
    const waiting = [...this.activity.waiters].filter(
      ({ waitsFor }) => waitsFor?.retry === "from time to time",
    );
    const hasEnded = this.activity.ended > attempt.endedBefore;
    const isStalled = this.activity.running.size <= waiting.length && now - this.activity.last > NEXT_CALL_MS;
    // Requests stop waiting one at a time, because the engine may have had no free slot for the operations that the
    // others wait for.
    if (isStalled && waiting[0] === waiter) return { isWorthAnother: hasEnded };
    const isMoving = this.activity.running.size > waiting.length || hasEnded;
    return isMoving && waited > attempt.pause ? { isWorthAnother: true } : undefined;
  }

  private expectedToSatisfy(label: string, { satisfiedBy }: Pick<Need, "satisfiedBy">): Known[] {
    const now = this.clock.elapsed();
    return [...this.known.values()].filter(
      ({ operation, isRunning, announcedAt }) =>
        operation.label !== label &&
        (isRunning || now - announcedAt < ANNOUNCED_MS) &&
        satisfiedBy(operation),
    );
  }

  /** True if an operation doesn't wait, directly or indirectly, for one of `waits`. */
  private canEnd({ operation: { label } }: Known, waits: ReadonlySet<string>): boolean {
    const isOwnWaiter = (waiter: Waiter) => waiter.service === this && waiter.label === label;
    const unmet = [...this.activity.waiters].find(isOwnWaiter)?.waitsFor;
    if (unmet?.retry !== "after announced") return true;
    if (waits.has(label)) return false;
    const next = this.expectedToSatisfy(label, unmet);
    return next.length === 0 || next.every((known) => this.canEnd(known, new Set([...waits, label])));
  }
}

function knownOf(operation: Announcement & Partial<Operation>, announcedAt: number): Known {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { operation, announcedAt, isRunning: false, ended: promise, end: resolve };
}

async function refusedNeed(error: unknown, needs: readonly Need[]): Promise<Need | undefined> {
  for (const need of needs) if (await need.wasRefusedFor(error)) return need;
  return undefined;
}
