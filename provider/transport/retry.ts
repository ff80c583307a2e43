export const retryLimits = {
  /** Total attempts for failures other than 429. */
  attempts: 6,
  /** No further attempt starts later than this after the first. */
  totalMs: 120_000,
  /** Longest total wait after refusals (429): several rolling windows of a minute. */
  refusedMs: 600_000,
  /** Wait after the first attempt. */
  firstMs: 250,
  /** Longest wait after a later attempt, except for 429. */
  longestMs: 8_000,
} as const;

/** Returns the back-off in ms after an attempt: exponential, and half of it random to spread out clients. */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(retryLimits.longestMs, retryLimits.firstMs * 2 ** (attempt - 1));
  return full / 2 + (random() * full) / 2;
}

/** Returns the wait in ms of `Retry-After` (RFC 9110, 10.2.3). A date is relative to the response's `Date`. */
export function parseRetryAfter(header = "", date = "", now: number): number | undefined {
  // HTTP dates start with the name of the day; Date.parse alone would accept "-5" as a year.
  const isDate = /^[a-z]{3,9},? /i.test(header);
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : undefined;
  const wait = isDate ? Date.parse(header) - (Date.parse(date) || now) : (seconds ?? 0) * 1000;
  return wait > 0 ? wait : undefined;
}

/** Statuses of RFC 9110 and 8470, load balancers (460), nginx (499), and CDNs (520 and up). */
const GIVEN_UP_STATUSES = [
  408, 425, 460, 499, 502, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530, 598, 599,
];
/** Not implemented, and unsupported HTTP version. */
const UNSUPPORTED_STATUSES = [501, 505];

export function classifyStatus(status: number) {
  // A proxy got no response in time, so the service may still process the request.
  const mayBeUnderWay = GIVEN_UP_STATUSES.includes(status);
  // The request may have been carried out, so a create must not be repeated.
  const isAmbiguous = mayBeUnderWay || status >= 500;
  const isTemporary = isAmbiguous && !UNSUPPORTED_STATUSES.includes(status);
  return { isTemporary, isAmbiguous, mayBeUnderWay };
}

/** The reason why requests wait, in messages. */
export const RATE_LIMITED = "the API limits the rate of requests (429)";
