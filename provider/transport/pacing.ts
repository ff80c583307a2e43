import { TransportError } from "./errors";

const WINDOW_MS = 60_000;
/** The server counts when requests arrive, we when they start: a margin for the way there. */
const WINDOW_MARGIN_MS = 500;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** Part of the measured rate that is used, so that the next refusal is not the very next request. */
const CAUTION = 0.95;
const SLOWEST_PER_SECOND = 0.1;
/** Fewest accepted requests that a pace is measured from, where there were so many. */
const SHORTEST_STRETCH = 5;
const SHORTEST_DOUBLING_MS = 5_000;
const RECURS_WITHIN_MS = 5_000;
/** A learned pace is forgotten after this long without a refusal. */
const FORGET_MS = 300_000;
const REPORT_EVERY_MS = 5_000;

/** What became of a request, as far as pacing is concerned. */
export type PacingOutcome = "accepted" | "refused" | "failed";

export interface PacerOptions {
  /** Upper bound of requests in a rolling minute; unset: only what the server teaches. */
  requestsPerMinute?: number;
  maxConcurrent: number;
  /** Waits that the server announces beyond this are not begun: whoever waits is turned away. */
  longestWaitMs: number;
  /** Time in ms that only goes forward. */
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
  report: (line: string) => void;
}

/** The server has announced that it takes no request for longer than anybody waits. Nothing was sent. */
export class ClosedForLong extends Error {
  override readonly name = "ClosedForLong";

  constructor(readonly waitMs: number) {
    super(`the API takes no request for ${Math.ceil(waitMs / 1000)} s`);
  }
}

/** Leave to send one request; `leave` must be called once, whatever happened. */
interface Permit {
  leave(verdict: PacingOutcome, announcedWaitMs?: number): void;
}

interface Waiter {
  since: number;
  admit: (permit: Permit) => void;
  turnAway: (error: Error) => void;
}

/** From the first refusal until a request that was sent after it is accepted. */
interface RateLimitEpisode {
  /** Number of the last request that had started when the latest one was refused: its like say nothing new. */
  lastStarted: number;
  /** Requests that tried the gate and were refused as well. */
  tries: number;
  /** Came soon after another one was over. */
  recurs: boolean;
}

/**
 * Decides when each request of an account may start, for all families together.
 *
 * A refusal (429) closes one gate for everybody: for as long as the server announced, else for a wait that doubles.
 * Then one request at a time tries. If that had to be repeated, or soon happens again, a pace is learned: the
 * requests accepted in the minute before, over the time until a further one was. It grows back as TCP CUBIC does, slowly
 * at first and then fast, on the scale of the time that was measured: windows of a second and of a minute both exist. A
 * refusal also halves the number of simultaneous requests, which then grows by one each round: caps on those answer 429
 * too.
 */
export class Pacer {
  private readonly waiting: Waiter[] = [];
  private readonly closed = new AbortController();
  private pumping = false;
  private wake: (() => void) | undefined;
  private inFlight = 0;
  private started = 0;
  private concurrency: number;
  private openAt = 0;
  private lastStart = Number.NEGATIVE_INFINITY;
  private starts: number[] = [];
  private accepted: number[] = [];
  private refusal: RateLimitEpisode | undefined;
  private lastOver = Number.NEGATIVE_INFINITY;
  private learned: { perSecond: number; at: number; doublesIn: number } | undefined;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: PacerOptions) {
    this.concurrency = options.maxConcurrent;
  }

  /** Resolves when the request may start. `again`: it was refused before and goes first. */
  enter(again = false): Promise<Permit> {
    return new Promise((admit, turnAway) => {
      if (this.closed.signal.aborted) return turnAway(closedError());
      const waiter: Waiter = { since: this.options.now(), admit, turnAway };
      if (again) this.waiting.unshift(waiter);
      else this.waiting.push(waiter);
      void this.pump();
    });
  }

  /** Turns away everybody who waits, and everybody who comes later. */
  close(): void {
    this.closed.abort();
    this.turnAway(closedError());
    this.wake?.();
  }

  private turnAway(error: Error): void {
    for (const waiter of this.waiting.splice(0)) waiter.turnAway(error);
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (this.waiting.length > 0) {
      const closedFor = this.openAt - this.options.now();
      if (closedFor > this.options.longestWaitMs) {
        this.turnAway(new ClosedForLong(closedFor));
        break;
      }
      const wait = this.timeToNext();
      if (wait === 0) this.waiting.shift()?.admit(this.start());
      else if (wait === "until a request returns") {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      } else {
        this.reportWait(wait);
        // In short pieces, for the sake of the report. A sleep that close() interrupts rejects.
        await this.options.sleep(Math.min(wait, REPORT_EVERY_MS), this.closed.signal).catch(() => {});
      }
    }
    this.pumping = false;
  }

  private timeToNext(): number | "until a request returns" {
    const limit = this.refusal ? 1 : Math.floor(this.concurrency);
    if (this.inFlight >= limit) return "until a request returns";
    const now = this.options.now();
    const nextPaced = this.lastStart + 1000 / this.ratePerSecond(now);
    return Math.max(0, this.openAt - now, nextPaced - now, this.windowOpens(now) - now);
  }

  private windowOpens(now: number): number {
    const limit = this.options.requestsPerMinute;
    if (limit === undefined) return now;
    const span = WINDOW_MS + WINDOW_MARGIN_MS;
    this.starts = this.starts.filter((at) => at > now - span);
    const oldest = this.starts[this.starts.length - limit];
    return oldest === undefined ? now : oldest + span;
  }

  private ratePerSecond(now: number): number {
    if (!this.learned) return Number.POSITIVE_INFINITY;
    const quiet = now - this.learned.at;
    if (quiet > FORGET_MS) this.learned = undefined;
    return this.learned
      ? this.learned.perSecond * (1 + (quiet / this.learned.doublesIn) ** 3)
      : Number.POSITIVE_INFINITY;
  }

  private start(): Permit {
    const startedAt = this.options.now();
    const number = ++this.started;
    this.inFlight++;
    this.lastStart = startedAt;
    if (this.options.requestsPerMinute !== undefined) this.starts.push(startedAt);
    return {
      leave: (verdict, announcedWaitMs) => {
        this.inFlight--;
        if (verdict === "accepted") this.noteAccepted(number, startedAt);
        else if (verdict === "refused") this.noteRefused(number, announcedWaitMs);
        const wake = this.wake;
        this.wake = undefined;
        wake?.();
      },
    };
  }

  private noteAccepted(number: number, startedAt: number): void {
    const now = this.options.now();
    this.accepted.push(startedAt);
    this.concurrency = Math.min(this.options.maxConcurrent, this.concurrency + 1 / this.concurrency);
    if (this.refusal && number > this.refusal.lastStarted) {
      const { tries, recurs } = this.refusal;
      if (this.learned || tries > 0 || recurs) this.learn(now);
      this.refusal = undefined;
      this.lastOver = now;
    } else if (!this.refusal) {
      const old = this.accepted.findIndex((at) => at > now - WINDOW_MS);
      // Trimmed now and then only: a splice for each request would cost more than the memory.
      if (old > 1_000) this.accepted.splice(0, old);
    }
  }

  private noteRefused(number: number, announcedWaitMs: number | undefined): void {
    const now = this.options.now();
    if (!this.refusal) {
      this.accepted = this.accepted.filter((at) => at > now - WINDOW_MS);
      // A long announced wait is exact: bursts between such waits are as fast as a steady pace.
      const recurs = now - this.lastOver < RECURS_WITHIN_MS && (announcedWaitMs ?? 0) < RECURS_WITHIN_MS;
      this.refusal = { lastStarted: this.started, tries: 0, recurs };
      this.concurrency = Math.max(1, this.concurrency / 2);
    } else if (number > this.refusal.lastStarted) {
      this.refusal.lastStarted = this.started;
      this.refusal.tries++;
    } else if (announcedWaitMs === undefined) return;
    const wait = announcedWaitMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.refusal.tries);
    // What the server announced is a least time: jitter only adds.
    const jitter = this.options.random() * Math.min(wait / 4, 1_000);
    this.openAt = Math.max(this.openAt, now + wait + jitter);
  }

  /**
   * The best rate that any stretch of accepted requests shows, measured up to now: the wait that the server enforced
   * counts, idle time before the burst does not. Never faster than the pace that was just refused.
   */
  private learn(now: number): void {
    const total = this.accepted.length;
    // A handful of requests says nothing about a rate, unless there were no more.
    const shortest = Math.min(SHORTEST_STRETCH, total);
    let best = { perSecond: 0, span: 0 };
    this.accepted.slice(0, total - shortest + 1).forEach((at, i) => {
      const span = Math.max(now - at, 1);
      const perSecond = ((total - i) * 1000) / span;
      if (perSecond > best.perSecond) best = { perSecond, span };
    });
    const perSecond = Math.max(
      Math.min(best.perSecond, this.ratePerSecond(now)) * CAUTION,
      SLOWEST_PER_SECOND,
    );
    const doublesIn = Math.min(Math.max(10 * best.span, SHORTEST_DOUBLING_MS), WINDOW_MS);
    this.learned = { perSecond, at: now, doublesIn };
  }

  private reportWait(wait: number): void {
    const now = this.options.now();
    const longest = Math.max(
      wait,
      now - this.waiting.reduce((oldest, waiter) => Math.min(oldest, waiter.since), now),
    );
    if (longest < REPORT_EVERY_MS || now - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = now;
    const requests = this.waiting.length === 1 ? "1 request waits" : `${this.waiting.length} requests wait`;
    const why =
      this.refusal || this.learned
        ? "the API limits the rate of requests (429)"
        : "requestsPerMinute is reached";
    this.options.report(`${why}: ${requests}, the next goes out in ${Math.ceil(wait / 1000)} s`);
  }
}

function closedError(): TransportError {
  return new TransportError("closed", "the connection to the API was closed while a request was waiting");
}
