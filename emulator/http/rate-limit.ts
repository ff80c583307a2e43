/** A rate limit, and how it is reported. */
export interface RateLimit {
  /** Maximum number of requests in any window. */
  readonly requests: number;
  readonly windowSeconds: number;
  /** Form of `Retry-After` in responses over the limit. Services don't promise it, hence the default "none". */
  readonly retryAfter: "seconds" | "date" | "none";
}

/** A rolling window: a request counts until it is older than the window. */
export class RollingWindow {
  #times: number[] = [];

  constructor(readonly limit: RateLimit) {}

  /**
   * Counts a request at `now` (milliseconds).
   *
   * @returns 0 if it is within the limit, otherwise the milliseconds until the next one is
   */
  take(now: number): number {
    const window = this.limit.windowSeconds * 1000;
    this.#times = this.#times.filter((time) => time > now - window && time <= now);
    if (this.#times.length < this.limit.requests) {
      this.#times.push(now);
      return 0;
    }
    const oldest = this.#times[this.#times.length - this.limit.requests] ?? now;
    return Math.max(1, oldest + window - now);
  }

  clear(): void {
    this.#times = [];
  }
}

/** Returns the `Retry-After` header, if responses have one. */
export function retryAfterHeader(
  style: RateLimit["retryAfter"],
  waitMilliseconds: number,
  now: number,
): Record<string, string> {
  if (style === "none") return {};
  if (style === "seconds") return { "retry-after": String(Math.ceil(waitMilliseconds / 1000)) };
  // HTTP dates have whole seconds. They are rounded up so that a waiting client isn't too early.
  return { "retry-after": new Date(Math.ceil((now + waitMilliseconds) / 1000) * 1000).toUTCString() };
}
