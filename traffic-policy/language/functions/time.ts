import { Duration, ExpressionFailure, toPlain, type Value } from "../values";
import { text } from "./arguments";

/**
 * Reads a field of a timestamp in a time zone, or the total of a duration.
 *
 * @param unit - The length of the unit in milliseconds, for methods that durations also have.
 */
export function inZone(
  value: Value,
  zone: Value | undefined,
  read: (date: Date) => number,
  unit?: number,
): bigint {
  const plainValue = toPlain(value);
  if (plainValue instanceof Duration && unit !== undefined)
    return plainValue.nanoseconds / (BigInt(unit) * 1_000_000n);
  if (!(plainValue instanceof Date)) throw new ExpressionFailure("a function needs a timestamp");
  return BigInt(Math.floor(read(zone === undefined ? plainValue : shiftToZone(plainValue, text(zone)))));
}

export const DAY = 86_400_000;

/** Returns a date whose UTC fields are the local time in a zone: an offset (`-07:00`) or a name (`Asia/Tokyo`). */
function shiftToZone(date: Date, zone: string): Date {
  try {
    // The Swedish format is that of ISO 8601.
    const local = date.toLocaleString("sv-SE", { timeZone: zone.replace(/^\d\d:/, "+$&") });
    return new Date(Date.parse(`${local}Z`) + date.getUTCMilliseconds());
  } catch {
    throw new ExpressionFailure("there is no such time zone");
  }
}
