import type { Clock } from "./clock";
import { TransportError } from "./errors";
import { RATE_LIMITED, retryLimits } from "./retry";

const WINDOW_MS = 60_000;
/** The server counts requests when they arrive, the client when they start: a margin for the latency. */
const WINDOW_MARGIN_MS = 500;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 15_000;
/** Fraction of the measured rate that is used, so that the very next request is not refused again. */
const DECREASE = 0.95;
const SLOWEST_PER_SECOND = 0.1;
/** In measurement periods rather than seconds, because servers use windows of one second to one minute. */
const PERIODS_TO_DOUBLE = 10;
const IDLE_MS = 1_000;
const RECURS_WITHIN_MS = 5_000;
/** A learned rate is forgotten after this long without a refusal. */
const RATE_LIFETIME_MS = 300_000;
const REPORT_EVERY_MS = 5_000;

export interface PacerOptions {
  /** Maximum number of requests in a rolling minute; if unset, only the server limits them. */
  requestsPerMinute?: number;
  maxConcurrent: number;
  clock: Pick<Clock, "elapsed" | "sleep">;
  random: () => number;
  report: (line: string) => void;
}

/** The server has announced a wait that exceeds the limit. Nothing was sent. */
export class RetryAfterTooLongError extends Error {
  override readonly name = "RetryAfterTooLongError";

  constructor(readonly waitMs: number) {
    super();
  }
}

interface Permit {
  /** Must be called exactly once. */
  release(outcome: "accepted" | "refused" | "failed", announcedWaitMs?: number): void;
}

interface Waiter {
  since: number;
  resolve: (permit: Permit) => void;
  reject: (error: Error) => void;
}

/** The period from a first refusal until a later request is accepted. */
interface RateLimitEpisode {
  /** Sequence number of the last request that was started before the latest refusal. Refusals up to it add no information. */
  lastStarted: number;
  refusedProbes: number;
  /** True if the episode started soon after the previous one. */
  recurs: boolean;
}

/**
 * Decides when each request of an account may start. After a refusal (429), all wait, and one request at a time
 * probes the server. If refusals recur, the rate drops below the accepted one and grows linearly. A refusal halves
 * the concurrency, and accepted requests raise it.
 */
export class Pacer {
  private waiting: Waiter[] = [];
  private readonly closed = new AbortController();
  private isPumping = false;
  private wake: (() => void) | undefined;
  private inFlight = 0;
  private started = 0;
  private concurrency: number;
  private openAt = 0;
  private lastStart = Number.NEGATIVE_INFINITY;
  private starts: number[] = [];
  /** Accepted requests since the last episode ended, or since the pacer was idle. */
  private measurement = { since: 0, accepted: 0 };
  private episode: RateLimitEpisode | undefined;
  private lastEpisodeEndedAt = Number.NEGATIVE_INFINITY;
  private rate: { perSecond: number; at: number; growsBy: number } | undefined;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: PacerOptions) {
    this.concurrency = options.maxConcurrent;
  }

  /** @param isRetry - True if the request was refused before, so that it precedes the others. */
  async enter(isRetry = false, limit?: AbortSignal): Promise<Permit> {
    if (this.closed.signal.aborted) throw closedError();
    limit?.throwIfAborted();
    const since = this.options.clock.elapsed();
    const isIdle = this.inFlight === 0 && this.waiting.length === 0 && !this.episode;
    if (isIdle && since - this.lastStart > IDLE_MS) this.startMeasurement();
    const waiter = { since, ...Promise.withResolvers<Permit>() };
    if (isRetry) this.waiting.unshift(waiter);
    else this.waiting.push(waiter);
    const leave = () => {
      this.waiting = this.waiting.filter((queued) => queued !== waiter);
      waiter.reject(limit?.reason);
    };
    limit?.addEventListener("abort", leave, { once: true });
    void this.pump();
    return waiter.promise.finally(() => limit?.removeEventListener("abort", leave));
  }

  close(): void {
    this.closed.abort();
    this.rejectQueued(closedError());
    this.wake?.();
  }

  private rejectQueued(error: Error): void {
    for (const waiter of this.waiting.splice(0)) waiter.reject(error);
  }

  private async pump(): Promise<void> {
    if (this.isPumping) return;
    this.isPumping = true;
    while (this.waiting.length > 0) {
      const closedFor = this.openAt - this.options.clock.elapsed();
      if (closedFor > retryLimits.refusedMs) {
        this.rejectQueued(new RetryAfterTooLongError(closedFor));
        break;
      }
      const wait = this.timeToNext();
      if (wait === 0) this.waiting.shift()?.resolve(this.start());
      else if (wait === "until a request returns") {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      } else {
        this.reportWait(wait);
        // In short intervals, to report progress. The sleep rejects if close() interrupts it.
        await this.options.clock.sleep(Math.min(wait, REPORT_EVERY_MS), this.closed.signal).catch(() => {});
      }
    }
    this.isPumping = false;
  }

  private timeToNext(): number | "until a request returns" {
    const limit = this.episode ? 1 : Math.floor(this.concurrency);
    if (this.inFlight >= limit) return "until a request returns";
    const now = this.options.clock.elapsed();
    const nextPaced = this.lastStart + 1000 / this.ratePerSecond(now);
    return Math.max(0, this.openAt - now, nextPaced - now, this.windowOpensAt(now) - now);
  }

  private windowOpensAt(now: number): number {
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
    if (now - at <= RATE_LIFETIME_MS) return perSecond + (growsBy * (now - at)) / 1000;
    this.rate = undefined;
    return Number.POSITIVE_INFINITY;
  }

  private startMeasurement(accepted = 0): void {
    this.measurement = { since: this.options.clock.elapsed(), accepted };
  }

  private start(): Permit {
    const startedAt = this.options.clock.elapsed();
    const number = ++this.started;
    this.inFlight++;
    this.lastStart = startedAt;
    if (this.options.requestsPerMinute !== undefined) this.starts.push(startedAt);
    return {
      release: (outcome, announcedWaitMs) => {
        this.inFlight--;
        if (outcome === "refused") this.recordRefusal(number, announcedWaitMs);
        if (outcome === "accepted") {
          this.measurement.accepted++;
          this.concurrency = Math.min(this.options.maxConcurrent, this.concurrency + 1 / this.concurrency);
          if (this.episode && number > this.episode.lastStarted) this.endEpisode(this.episode);
        }
        this.wake?.();
      },
    };
  }

  private endEpisode({ refusedProbes, recurs }: RateLimitEpisode): void {
    if (this.rate || refusedProbes > 0 || recurs) this.decreaseRate();
    this.episode = undefined;
    this.lastEpisodeEndedAt = this.options.clock.elapsed();
    this.startMeasurement(1);
  }

  private recordRefusal(number: number, announcedWaitMs: number | undefined): void {
    const now = this.options.clock.elapsed();
    if (!this.episode) {
      // A long Retry-After is exact, so spreading requests out would have no effect.
      const recurs =
        now - this.lastEpisodeEndedAt < RECURS_WITHIN_MS && (announcedWaitMs ?? 0) < RECURS_WITHIN_MS;
      this.episode = { lastStarted: this.started, refusedProbes: 0, recurs };
      this.concurrency = Math.max(1, this.concurrency / 2);
    } else if (number > this.episode.lastStarted) {
      this.episode.lastStarted = this.started;
      this.episode.refusedProbes++;
    } else if (announcedWaitMs === undefined) return;
    const wait = announcedWaitMs ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.episode.refusedProbes);
    // The announced wait is a minimum, so jitter only adds to it.
    const jitter = this.options.random() * Math.min(wait / 4, 1_000);
    this.openAt = Math.max(this.openAt, now + wait + jitter);
  }

  /** Measures the rate, including the enforced wait. It never exceeds a rate that was refused. */
  private decreaseRate(): void {
    const now = this.options.clock.elapsed();
    const { since, accepted } = this.measurement;
    const seconds = Math.max(now - since, 1) / 1000;
    const measured = Math.min(accepted / seconds, this.ratePerSecond(now));
    const perSecond = Math.max(measured * DECREASE, SLOWEST_PER_SECOND);
    this.rate = { perSecond, at: now, growsBy: perSecond / (PERIODS_TO_DOUBLE * seconds) };
  }

  private reportWait(wait: number): void {
    const now = this.options.clock.elapsed();
    const longest = this.waiting.reduce((most, { since }) => Math.max(most, now - since), wait);
    if (longest < REPORT_EVERY_MS || now - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = now;
    const requests = this.waiting.length === 1 ? "1 request waits" : `${this.waiting.length} requests wait`;
    const why = this.episode || this.rate ? RATE_LIMITED : "requestsPerMinute is reached";
    this.options.report(`${why}: ${requests}, the next goes out in ${Math.ceil(wait / 1000)} s`);
  }
}

function closedError(): TransportError {
  return new TransportError("closed", "the connection to the API was closed while a request was waiting");
}
