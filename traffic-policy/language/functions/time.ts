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
  const [, sign, hours, minutes] = /^([+-]?)(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (hours !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(date.getTime() + (sign === "-" ? -offset : offset));
  }
  const fields = new Map(
    zoneFormat(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, ...rest] = (["year", "month", "day", "hour", "minute", "second"] as const).map(
    (type) => fields.get(type) ?? 0,
  );
  const [day, hour, minute, second] = rest;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, date.getUTCMilliseconds()));
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  try {
    const digits = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric" } as const;
    return new Intl.DateTimeFormat("en-US", {
      ...digits,
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
      timeZone: zone,
    });
  } catch {
    throw new ExpressionFailure("there is no such time zone");
  }
}
