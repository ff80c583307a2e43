import { readInstant } from "../traffic-policy/language/times";

/** RFC 3339 in UTC with `Z`, to the second. */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Any RFC 3339 time, in the form of the service's responses; throws an Error with the reason. */
export function readTimestamp(value: string): string {
  const milliseconds = readInstant(value);
  if (Number.isNaN(milliseconds)) throw new Error("must be an RFC 3339 time such as 2030-01-31T12:00:00Z");
  return formatTimestamp(milliseconds);
}
