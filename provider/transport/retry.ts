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

/** Statuses that differ from their class: of RFC 9110 and 8470, nginx (499), load balancers (460), and CDNs (520 and up). */
const STATUSES: Readonly<Record<number, StatusMeaning>> = {
  408: GIVEN_UP,
  425: GIVEN_UP,
  460: GIVEN_UP,
  499: GIVEN_UP,
  501: UNSUPPORTED,
  502: GIVEN_UP,
  504: GIVEN_UP,
  505: UNSUPPORTED,
  520: GIVEN_UP,
  521: GIVEN_UP,
  522: GIVEN_UP,
  523: GIVEN_UP,
  524: GIVEN_UP,
  525: GIVEN_UP,
  526: GIVEN_UP,
  527: GIVEN_UP,
  530: GIVEN_UP,
  598: GIVEN_UP,
  599: GIVEN_UP,
};

export const meaningOfStatus = (status: number): StatusMeaning =>
  STATUSES[status] ?? (status >= 500 ? FAILED : REFUSED);

/** Why requests wait, for users. */
export const RATE_LIMITED = "the API limits the rate of requests (429)";
