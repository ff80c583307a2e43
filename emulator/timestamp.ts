import { readInstant } from "../traffic-policy/language/times";

export const DAY_MS = 86_400_000;

/** Formats a time as RFC 3339 in UTC with `Z`, to the second. */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** The last time whose year has four digits. */
export const LATEST_TIMESTAMP = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Converts an RFC 3339 time since 1970 to the form of responses. Throws an Error with the reason for any other text. */
export function readTimestamp(value: string): string {
  const milliseconds = readInstant(value);
  const isInRange = milliseconds >= 0 && milliseconds <= LATEST_TIMESTAMP;
  if (!isInRange) throw new Error("must be an RFC 3339 time since 1970 such as 2030-01-31T12:00:00Z");
  return formatTimestamp(milliseconds);
}
