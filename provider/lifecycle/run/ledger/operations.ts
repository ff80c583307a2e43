import { ApiError, type Clock } from "../../../api";
import type { Props } from "../../../family/resource";
import { reasonOf, UserError } from "../../values/errors";
import type { UniqueName } from "../../values/names";
import type { Referrer } from "../../values/references";

/** A create, update, or delete. Before it starts, only its label and names are known. */
export interface Operation {
  /** Class and id of the resource. Unique, and shown to users. */
  readonly label: string;
  /** Names that other objects can have afterward. */
  readonly freedNames: readonly UniqueName[];
  readonly family?: Referrer;
  /** The state before the operation; empty for a creation. */
  readonly before?: Props;
  /** The inputs after the operation; empty for a deletion. */
  readonly after?: Props;
}

/** A condition of a request that may be met only after another operation has ended. */
export interface Need {
  readonly isCauseOf: (error: unknown) => boolean | Promise<boolean>;
  readonly isSatisfiedBy: (operation: Operation) => boolean;
  /** When to repeat the request: regularly, or only after an update that a diff has announced. */
  readonly retry: "after an announced update" | "regularly";
  /** Returns a message about the wait for an operation (`blocker`), if that is known. */
  readonly message: (blocker?: Operation) => string;
}

interface Reporter {
  report(line: string): void;
  /** Ends the wait when it aborts. Its reason is an error for the user. */
  limit(): AbortSignal;
}

interface Waiter {
  readonly label: string;
  readonly needs: readonly Need[];
  /** The operations on the service, which can satisfy the needs. */
  readonly operations: Operations;
  /** Needs that operations have satisfied since the request was sent. */
  readonly satisfied: Set<Need>;
  isWaiting: boolean;
}

interface Attempt {
  readonly firstSentAt: number;
  readonly pause: number;
  /** Number of operations that had ended when the request was sent. */
  readonly endedBefore: number;
}

interface Outcome {
  readonly shouldRetry: boolean;
  /** Why the request isn't repeated, if the refusal doesn't explain it. */
  readonly why?: string | undefined;
}

const MAX_WAIT_MS = 120_000;
/** Maximum wait for the announcement of an operation. The engine diffs resources one after the other. */
const MAX_ANNOUNCEMENT_WAIT_MS = 2_000;
/** An announced operation that hasn't started after this time is assumed to be skipped by the engine. */
const MAX_ANNOUNCEMENT_AGE_MS = 20_000;
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
  lastActivityAt = 0;
  endedOperations = 0;
}

/**
 * Operations on one service. The engine starts two at the same time if it doesn't know of a dependency: an id or URL is
 * written as text, or a name moves from one resource to another.
 */
export class Operations {
  private readonly announced = new Map<
    string,
    { readonly operation: Operation; readonly announcedAt: number; isRunning: boolean }
  >();

  /** @param activity - Shared with the operations on the run's other services. */
  constructor(
    private readonly clock: Clock,
    private readonly activity = new Activity(),
  ) {}

  recordActivity(): void {
    this.activity.lastActivityAt = this.clock.elapsed();
  }

  /** Records an operation, with the names that it releases. Called by the diff of an update, and when it starts. */
  announce(operation: Operation): void {
    const { label, freedNames } = operation;
    if (this.announced.get(label)?.isRunning) return;
    this.announced.delete(label);
    if (freedNames.length > 0)
      this.announced.set(label, { operation, announcedAt: this.clock.elapsed(), isRunning: false });
  }

  async run<T>(operation: Operation, task: () => Promise<T>): Promise<T> {
    this.announce(operation);
    const registered = this.announced.get(operation.label);
    if (registered) registered.isRunning = true;
    this.activity.running.add(operation);
    this.recordActivity();
    try {
      return await task();
    } finally {
      this.activity.running.delete(operation);
      this.recordActivity();
      this.activity.endedOperations++;
      for (const { operations, needs, satisfied } of this.activity.waiters)
        for (const need of needs)
          if (operations === this && need.isSatisfiedBy(operation)) satisfied.add(need);
      if (registered && this.announced.get(operation.label) === registered)
        this.announced.delete(operation.label);
    }
  }

  /** Sends a request, and repeats it for two minutes at most while other operations may satisfy its needs. */
  async sendWhenPossible<T>(
    run: Reporter,
    label: string,
    needs: readonly Need[],
    send: () => Promise<T>,
  ): Promise<T> {
    // Registered before the first request, so that operations that end during it count.
    const waiter: Waiter = { label, needs, operations: this, satisfied: new Set(), isWaiting: false };
    this.activity.waiters.add(waiter);
    const firstSentAt = this.clock.elapsed();
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
        const endedBefore = this.activity.endedOperations;
        waiter.satisfied.clear();
        try {
          return await send();
        } catch (error) {
          const need = await findUnmetNeed(error, needs);
          if (!need) throw error;
          // The pause has been doubled once.
          const isSecondRefusal = pause === 2 * FIRST_PAUSE_MS;
          if (need.retry === "regularly" && isSecondRefusal) run.report(need.message());
          waiter.isWaiting = true;
          const attempt = { firstSentAt, pause, endedBefore };
          const { shouldRetry, why } = await this.wait(run, waiter, need, attempt);
          waiter.isWaiting = false;
          if (shouldRetry) continue;
          if (why === undefined) throw error;
          // The catalog's advice doesn't know the other operation.
          const refusal = error instanceof ApiError ? error.messageWithoutAdvice : reasonOf(error);
          throw new UserError(`${refusal}; ${why}`, { cause: error });
        }
      }
    } finally {
      this.activity.waiters.delete(waiter);
    }
  }

  findBlocker(label: string, { isSatisfiedBy }: Pick<Need, "isSatisfiedBy">): Operation | undefined {
    const now = this.clock.elapsed();
    return [...this.announced.values()].find(
      ({ operation, isRunning, announcedAt }) =>
        operation.label !== label &&
        (isRunning || now - announcedAt < MAX_ANNOUNCEMENT_AGE_MS) &&
        isSatisfiedBy(operation),
    )?.operation;
  }

  private async wait(run: Reporter, waiter: Waiter, need: Need, attempt: Attempt): Promise<Outcome> {
    const limit = run.limit();
    const waitingSince = this.clock.elapsed();
    let reported: string | undefined;
    for (;;) {
      if (waiter.satisfied.has(need)) return { shouldRetry: true };
      if (limit.aborted) return { shouldRetry: false, why: reasonOf(limit.reason) };
      const blocker =
        need.retry === "after an announced update" ? this.findBlocker(waiter.label, need) : undefined;
      const outcome = this.decideOutcome(waiter, need, blocker, { ...attempt, waitingSince });
      if (outcome) return outcome;
      if (blocker && blocker.label !== reported) {
        reported = blocker.label;
        run.report(need.message(blocker));
      }
      await this.clock.sleep(POLL_MS);
    }
  }

  /** Returns undefined while another operation of this run may still satisfy the need. */
  private decideOutcome(
    waiter: Waiter,
    { retry }: Need,
    blocker: Operation | undefined,
    { firstSentAt, pause, endedBefore, waitingSince }: Attempt & { readonly waitingSince: number },
  ): Outcome | undefined {
    const { running, waiters, endedOperations, lastActivityAt } = this.activity;
    const now = this.clock.elapsed();
    const isAnnounced = retry === "after an announced update";
    if (isAnnounced && !blocker && now - waitingSince > MAX_ANNOUNCEMENT_WAIT_MS)
      return { shouldRetry: false };
    if (now - firstSentAt > MAX_WAIT_MS) {
      const seconds = MAX_WAIT_MS / 1000;
      const why =
        blocker && `${blocker.label} has not released the name within ${seconds} s: run again when it has`;
      return { shouldRetry: false, why };
    }
    const waiting = [...waiters].filter(({ isWaiting }) => isWaiting);
    // Some running operation doesn't wait for another one.
    const isProgressing = running.size > waiting.length;
    const hasEnded = endedOperations > endedBefore;
    // Requests stop waiting one at a time, because the engine may have had no free slot for the operations that the
    // others wait for.
    if (!isProgressing && now - lastActivityAt > NEXT_CALL_MS && waiting[0] === waiter) {
      if (!blocker) return { shouldRetry: hasEnded };
      if (waiting.some(({ label }) => label === blocker.label)) {
        const why = `${blocker.label}, which should release the name, is itself waiting for ${waiter.label}: change or remove the name in one of them, run \`pulumi up\`, and then give it to the other one`;
        return { shouldRetry: false, why };
      }
    }
    if (isAnnounced) return undefined;
    return (isProgressing || hasEnded) && now - waitingSince > pause ? { shouldRetry: true } : undefined;
  }
}

async function findUnmetNeed(error: unknown, needs: readonly Need[]): Promise<Need | undefined> {
  for (const need of needs) if (await need.isCauseOf(error)) return need;
  return undefined;
}
