import { TransportError } from "./errors";

const WINDOW_MS = 60_000;
/** The server counts when requests arrive, we when they start: a margin for the way there. */
const WINDOW_MARGIN_MS = 500;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** Part of the measured rate that is used, so that the next refusal is not the very next request. */
const DECREASE = 0.95;
const SLOWEST_PER_SECOND = 0.1;
/** The rate doubles in so many times the time that it was measured over: windows of a second and of a minute both exist. */
const DOUBLES_IN_SPANS = 10;
const IDLE_MS = 1_000;
const RECURS_WITHIN_MS = 5_000;
/** A learned rate is forgotten after this long without a refusal. */
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
 * - Gate: a refusal (429) stops everybody, for as long as the server announced (Retry-After), else for a wait that doubles.
 *   Then one request at a time tries.
 * - Rate: once a try was refused as well, or refusals recur, requests are spread out. The rate falls to a part of what the
 *   server has just accepted a second, and grows by the same amount each second until the next refusal.
 * - Simultaneous requests: a refusal halves their number, each round of accepted ones adds one. Caps on those answer 429 too.
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
  /** Accepted requests since the last refusal was over, or since there was nothing to do. */
  private run = { since: 0, accepted: 0 };
  private refusal: RateLimitEpisode | undefined;
  private lastOver = Number.NEGATIVE_INFINITY;
  private rate: { perSecond: number; at: number; growsBy: number } | undefined;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: PacerOptions) {
    this.concurrency = options.maxConcurrent;
  }

  /** Resolves when the request may start. `again`: it was refused before and goes first. */
  enter(again = false): Promise<Permit> {
    return new Promise((admit, turnAway) => {
      if (this.closed.signal.aborted) return turnAway(closedError());
      const isIdle = this.inFlight === 0 && this.waiting.length === 0 && !this.refusal;
      if (isIdle && this.options.now() - this.lastStart > IDLE_MS) this.startRun();
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
    if (this.rate === undefined) return Number.POSITIVE_INFINITY;
    const { perSecond, at, growsBy } = this.rate;
    if (now - at <= FORGET_MS) return perSecond + (growsBy * (now - at)) / 1000;
    this.rate = undefined;
    return Number.POSITIVE_INFINITY;
  }

  private startRun(accepted = 0): void {
    this.run = { since: this.options.now(), accepted };
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
        if (verdict === "accepted") this.noteAccepted(number);
        else if (verdict === "refused") this.noteRefused(number, announcedWaitMs);
        const wake = this.wake;
        this.wake = undefined;
        wake?.();
      },
    };
  }

  private noteAccepted(number: number): void {
    this.run.accepted++;
    this.concurrency = Math.min(this.options.maxConcurrent, this.concurrency + 1 / this.concurrency);
    if (!this.refusal || number <= this.refusal.lastStarted) return;
    if (this.rate || this.refusal.tries > 0 || this.refusal.recurs) this.decreaseRate();
    this.refusal = undefined;
    this.lastOver = this.options.now();
    this.startRun(1);
  }

  private noteRefused(number: number, announcedWaitMs: number | undefined): void {
    const now = this.options.now();
    if (!this.refusal) {
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

  /** The wait that the server enforced counts for the measure; what was refused is never exceeded. */
  private decreaseRate(): void {
    const now = this.options.now();
    const seconds = Math.max(now - this.run.since, 1) / 1000;
    const measured = Math.min(this.run.accepted / seconds, this.ratePerSecond(now));
    const perSecond = Math.max(measured * DECREASE, SLOWEST_PER_SECOND);
    this.rate = { perSecond, at: now, growsBy: perSecond / (DOUBLES_IN_SPANS * seconds) };
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
      this.refusal || this.rate
        ? "the API limits the rate of requests (429)"
        : "requestsPerMinute is reached";
    this.options.report(`${why}: ${requests}, the next goes out in ${Math.ceil(wait / 1000)} s`);
  }
}

function closedError(): TransportError {
  return new TransportError("closed", "the connection to the API was closed while a request was waiting");
}
