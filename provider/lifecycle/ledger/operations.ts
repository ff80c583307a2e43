import type { Props } from "../../family/resource";
import { reasonOf, UserError } from "../errors";
import type { UniqueName } from "../names";
import type { Referrer } from "../references";

/** One creation, update or deletion of this run. */
export interface Operation {
  /** Class and id of the resource, for users, which also tells it from all others. */
  readonly who: string;
  readonly family: Referrer;
  /** The state; empty for a creation. */
  readonly before: Props;
  /** The inputs that it leads to; empty for a deletion. */
  readonly after: Props;
  /** Names that it gives up. */
  readonly frees: readonly UniqueName[];
}

/** An update that the engine has compared: it may begin soon. */
export type Announcement = Pick<Operation, "who" | "frees">;

/** What a request may lack until another operation has ended. */
export interface Need {
  /** Whether a request was refused for the lack of it. */
  readonly isLackedIn: (error: unknown) => boolean | Promise<boolean>;
  /** Whether an operation brings it about, once it has ended. */
  readonly isMetBy: (operation: Announcement & Partial<Operation>) => boolean;
  /**
   * `announced`: by updates, of which the engine tells beforehand; it is waited for one that is known. `asking`: by
   * operations of which nobody knows before they begin; the request is sent again now and then while the run goes on.
   */
  readonly until: "announced" | "asking";
  /** What the user is told about the wait. `by`: the operation that is waited for, where it is known. */
  readonly message: (by?: Announcement) => string;
}

/** A request that may lack something. */
export interface Wanting {
  /** As in Operation. A resource that has no id yet is called by its name. */
  readonly who: string;
  readonly needs: readonly Need[];
  readonly report: (line: string) => void;
}

interface Known {
  readonly operation: Announcement & Partial<Operation>;
  /** When the engine has said that it will come. */
  readonly announcedAt: number;
  isRunning: boolean;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

interface Waiter {
  readonly who: string;
  readonly needs: readonly Need[];
  /** Those that an operation has met since the request was sent. */
  readonly met: Set<Need>;
  /** What it waits for at the moment. */
  lacks: Need | undefined;
}

interface Attempt {
  readonly start: number;
  readonly pause: number;
  /** Operations that had ended when the request was sent. */
  readonly endedBefore: number;
}

interface Outcome {
  readonly isWorthAnother: boolean;
  /** Why not, where that is not plain. */
  readonly why?: string;
}

/** No wait is longer. */
const LONGEST_WAIT_MS = 120_000;
/** The engine asks for differences one after the other: the operation that brings it about may be next. */
const ANNOUNCEMENT_MS = 2_000;
/** An operation that was announced begins within this time, or the engine has thought better of it. */
const ANNOUNCED_MS = 20_000;
/** What the engine has next comes within this time: it writes its state after each operation before it begins another. */
const NEXT_MS = 3_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const POLL_MS = 50;

/**
 * The operations of a run, and the requests that were refused since another operation has to come first. The engine orders
 * operations by the outputs that programs pass on. Where a program writes an id, a hostport or a URL as text, or moves a
 * name from one resource to another, it knows no order, and starts both at the same time.
 */
export class Operations {
  /** Operations that are running or announced, by who they are of. */
  private readonly known = new Map<string, Known>();
  private readonly running = new Set<Operation>();
  private readonly waiters = new Set<Waiter>();
  /** When the engine last asked for something or was answered. */
  private lastMove = 0;
  private ended = 0;

  /** The engine has asked for something. */
  moved(): void {
    this.lastMove = performance.now();
  }

  /** An update was compared: it will give names up, or not any more. */
  announce(announcement: Announcement): void {
    const { who, frees } = announcement;
    if (this.known.get(who)?.isRunning) return;
    this.known.get(who)?.end();
    this.known.delete(who);
    if (frees.length > 0) this.known.set(who, knownOf(announcement));
  }

  /** Runs an operation: whoever waits for what it brings about is notified when it has ended. */
  async run<T>(operation: Operation, task: () => Promise<T>): Promise<T> {
    this.announce(operation);
    const known = this.known.get(operation.who);
    if (known) known.isRunning = true;
    this.running.add(operation);
    this.moved();
    try {
      return await task();
    } finally {
      this.running.delete(operation);
      this.moved();
      this.ended++;
      for (const { needs, met } of this.waiters)
        for (const need of needs) if (need.isMetBy(operation)) met.add(need);
      if (known && this.known.get(operation.who) === known) this.known.delete(operation.who);
      known?.end();
    }
  }

  /**
   * Sends a request. When it is refused for the lack of something that other operations of this run may bring about, it is
   * sent again after them, for two minutes at the most.
   *
   * @throws what the last request was refused with
   */
  async sending<T>(wanting: Wanting, send: () => Promise<T>): Promise<T> {
    // Known from before the first request on: what ends while it is under way counts.
    const waiter: Waiter = { who: wanting.who, needs: wanting.needs, met: new Set(), lacks: undefined };
    this.waiters.add(waiter);
    const start = performance.now();
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const attempt = { start, pause, endedBefore: this.ended };
        waiter.met.clear();
        try {
          return await send();
        } catch (error) {
          const need = await lackedIn(error, wanting.needs);
          if (!need) throw error;
          if (need.until === "asking" && pause === 2 * FIRST_PAUSE_MS) wanting.report(need.message());
          waiter.lacks = need;
          const { isWorthAnother, why } = await this.wait(waiter, need, attempt, wanting);
          if (isWorthAnother) continue;
          throw why === undefined ? error : new UserError(`${reasonOf(error)}; ${why}`, { cause: error });
        } finally {
          waiter.lacks = undefined;
        }
      }
    } finally {
      this.waiters.delete(waiter);
    }
  }

  /** Whether an operation is known that brings something about. */
  isExpected(who: string, need: Pick<Need, "isMetBy">): boolean {
    return this.knownThatMeet(who, need).length > 0;
  }

  private async wait(waiter: Waiter, need: Need, attempt: Attempt, { report }: Wanting): Promise<Outcome> {
    const began = performance.now();
    let reported = "";
    for (;;) {
      if (waiter.met.has(need)) return { isWorthAnother: true };
      const now = performance.now();
      const [by] = need.until === "announced" ? this.knownThatMeet(waiter.who, need) : [];
      const outcome =
        need.until === "asking"
          ? this.whileTheRunGoesOn(waiter, attempt, now - began)
          : this.whileItIsKnown(waiter, by, { waited: now - began, inAll: now - attempt.start });
      if (outcome) return outcome;
      if (by && by.operation.who !== reported) {
        reported = by.operation.who;
        report(need.message(by.operation));
      }
      const pause = new Promise((resolve) => setTimeout(resolve, POLL_MS));
      await (by ? Promise.race([by.ended, pause]) : pause);
    }
  }

  private whileItIsKnown(
    { who }: Waiter,
    by: Known | undefined,
    { waited, inAll }: { readonly waited: number; readonly inAll: number },
  ): Outcome | undefined {
    if (!by) return waited > ANNOUNCEMENT_MS ? { isWorthAnother: false } : undefined;
    const other = by.operation.who;
    if (!this.canEnd(by, new Set([who]))) {
      const why = `${other}, which is to give it up, waits for ${who} in turn: take the name off one of them first, run an update, and give it to the other one then`;
      return { isWorthAnother: false, why };
    }
    if (inAll <= LONGEST_WAIT_MS) return undefined;
    const why = `${other} has not given it up within ${LONGEST_WAIT_MS / 1000} s: run again when it has`;
    return { isWorthAnother: false, why };
  }

  /** The request is sent again until nothing is left in this run that could bring it about. */
  private whileTheRunGoesOn(waiter: Waiter, attempt: Attempt, waited: number): Outcome | undefined {
    const now = performance.now();
    if (now - attempt.start > LONGEST_WAIT_MS) return { isWorthAnother: false };
    const waiting = [...this.waiters].filter(({ lacks }) => lacks?.until === "asking");
    const hasEnded = this.ended > attempt.endedBefore;
    const isStalled = this.running.size <= waiting.length && now - this.lastMove > NEXT_MS;
    // One gives up at a time: the engine may have had no room for what the others wait for.
    if (isStalled && waiting[0] === waiter) return { isWorthAnother: hasEnded };
    const isMoving = this.running.size > waiting.length || hasEnded;
    return isMoving && waited > attempt.pause ? { isWorthAnother: true } : undefined;
  }

  private knownThatMeet(who: string, { isMetBy }: Pick<Need, "isMetBy">): Known[] {
    const now = performance.now();
    return [...this.known.values()].filter(
      ({ operation, isRunning, announcedAt }) =>
        operation.who !== who && (isRunning || now - announcedAt < ANNOUNCED_MS) && isMetBy(operation),
    );
  }

  /** Whether an operation ends without the ones that wait for it. */
  private canEnd({ operation: { who } }: Known, waits: ReadonlySet<string>): boolean {
    const lacks = [...this.waiters].find((waiter) => waiter.who === who)?.lacks;
    if (lacks?.until !== "announced") return true;
    if (waits.has(who)) return false;
    const next = this.knownThatMeet(who, lacks);
    return next.length === 0 || next.every((one) => this.canEnd(one, new Set([...waits, who])));
  }
}

function knownOf(operation: Announcement & Partial<Operation>): Known {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { operation, announcedAt: performance.now(), isRunning: false, ended: promise, end: resolve };
}

async function lackedIn(error: unknown, needs: readonly Need[]): Promise<Need | undefined> {
  for (const need of needs) if (await need.isLackedIn(error)) return need;
  return undefined;
}
