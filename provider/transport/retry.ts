/** How often and how long one request is tried again. */
export const retryLimits = {
  /** Attempts in all for failures other than 429. */
  attempts: 6,
  /** No further attempt starts when it would begin later than this after the first. */
  totalMs: 120_000,
  /** A 429 is waited out for this long: several rolling windows of a minute. */
  refusedMs: 600_000,
  firstMs: 250,
  longestMs: 8_000,
} as const;

/** Exponential back-off in ms before attempt `attempt + 1`, half of it random so that clients spread out. */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(retryLimits.longestMs, retryLimits.firstMs * 2 ** (attempt - 1));
  return full / 2 + (random() * full) / 2;
}

/**
 * The wait in ms that `Retry-After` announces, as seconds or HTTP date (RFC 9110, 10.2.3); undefined when it announces
 * none. A date is measured from the response's own `Date` where there is one, since clocks differ.
 */
export function retryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  now: number,
): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) > 0 ? Number(text) * 1000 : undefined;
  // HTTP dates begin with the day's name; Date.parse alone would accept "-5" as a year.
  if (!/^[a-z]{3,9},? /i.test(text)) return undefined;
  const until = Date.parse(text);
  const from = Date.parse(dateHeader ?? "");
  const wait = until - (Number.isNaN(from) ? now : from);
  return wait > 0 ? wait : undefined;
}

/** Statuses that say "later": anything the server calls its own failure, save those that repeating cannot change. */
export function isTemporary(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501 && status !== 505);
}
