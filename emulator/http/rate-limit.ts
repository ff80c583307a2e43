import type { RateLimit } from "../settings";

/** A rolling window: a request counts until it is older than the window. */
export class RollingWindow {
  #times: number[] = [];

  constructor(
    readonly requests: number,
    readonly windowSeconds: number,
  ) {}

  /** Counts a request. Returns 0 if it is within the limit, otherwise the milliseconds until a request would be. */
  take(now: number): number {
    const window = this.windowSeconds * 1000;
    this.#times = this.#times.filter((time) => time > now - window && time <= now);
    if (this.#times.length < this.requests) {
      this.#times.push(now);
      return 0;
    }
    const oldest = this.#times[this.#times.length - this.requests] ?? now;
    return Math.max(1, oldest + window - now);
  }
}

export function retryAfterHeader(
  style: RateLimit["retryAfter"],
  waitMs: number,
  now: number,
): Record<string, string> {
  if (style === "none") return {};
  if (style === "seconds") return { "retry-after": String(Math.ceil(waitMs / 1000)) };
  // HTTP dates have whole seconds. They are rounded up so that a waiting client isn't too early.
  return { "retry-after": new Date(Math.ceil((now + waitMs) / 1000) * 1000).toUTCString() };
}
