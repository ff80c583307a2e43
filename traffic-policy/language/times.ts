const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Parses an RFC 3339 timestamp to milliseconds since the epoch; NaN for an invalid timestamp. */
export function readInstant(text: string): number {
  const date = RFC_3339.exec(text)?.[1];
  if (date === undefined) return Number.NaN;
  // Date.parse reads February 30 as March 2.
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
  return exists ? Date.parse(text) : Number.NaN;
}
