/** Retry limits of one request. */
export const retryLimits = {
  /** Total attempts for failures other than 429. */
  attempts: 6,
  /** No further attempt starts later than this after the first. */
  totalMs: 120_000,
  /** Longest total wait for 429: several rolling windows of a minute. */
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
 * The wait in ms that `Retry-After` announces, as seconds or HTTP date (RFC 9110, 10.2.3); undefined without a valid
 * one. A date is relative to the response's own `Date` if it has one, since clocks differ.
 */
export function retryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  now: number,
): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) > 0 ? Number(text) * 1000 : undefined;
  // HTTP dates start with the name of the day; Date.parse alone would accept "-5" as a year.
  if (!/^[a-z]{3,9},? /i.test(text)) return undefined;
  const until = Date.parse(text);
  const from = Date.parse(dateHeader ?? "");
  const wait = until - (Number.isNaN(from) ? now : from);
  return wait > 0 ? wait : undefined;
}

/** What an error status says of its request, beyond "it failed". */
interface StatusMeaning {
  /** A repeated request may succeed. */
  readonly isTemporary: boolean;
  /** The request may have been carried out, so that one that creates something must not simply be repeated. */
  readonly isAmbiguous: boolean;
  /** A proxy got no response in time: the service may still be at work on the request. */
  readonly mayBeUnderWay: boolean;
}

const REFUSED: StatusMeaning = { isTemporary: false, isAmbiguous: false, mayBeUnderWay: false };
const FAILED: StatusMeaning = { isTemporary: true, isAmbiguous: true, mayBeUnderWay: false };
const GIVEN_UP: StatusMeaning = { isTemporary: true, isAmbiguous: true, mayBeUnderWay: true };
const UNSUPPORTED: StatusMeaning = { ...FAILED, isTemporary: false };

/** Statuses of RFC 9110 and 8470, load balancers (460), nginx (499), and CDNs (520 and up). */
const GIVEN_UP_STATUSES = [
  ...[408, 425, 460, 499, 502, 504],
  ...[520, 521, 522, 523, 524, 525, 526, 527, 530, 598, 599],
];
/** Not implemented, and the version of HTTP. */
const UNSUPPORTED_STATUSES = [501, 505];

export function meaningOfStatus(status: number): StatusMeaning {
  if (GIVEN_UP_STATUSES.includes(status)) return GIVEN_UP;
  if (UNSUPPORTED_STATUSES.includes(status)) return UNSUPPORTED;
  return status >= 500 ? FAILED : REFUSED;
}

/** Why requests wait, for users. */
export const RATE_LIMITED = "the API limits the rate of requests (429)";
