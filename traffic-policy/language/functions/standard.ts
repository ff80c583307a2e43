import { matches } from "../patterns";
import { Duration, ExpressionFailure, Fields, isList, isMap, toPlain, type Value } from "../values";
import { stringify, toBool, toDouble, toDuration, toInt, toTimestamp } from "./conversions";
import {
  defineFunction,
  type FunctionEntry,
  type FunctionTable,
  plainArgument,
  text,
} from "./function-entry";

function size(value: Value | undefined): bigint {
  if (value instanceof Fields && value.names) return BigInt(value.names().length);
  const plainValue = plainArgument(value);
  if (typeof plainValue === "string") return BigInt([...plainValue].length);
  if (plainValue instanceof Uint8Array) return BigInt(plainValue.length);
  if (isList(plainValue)) return BigInt(plainValue.length);
  if (isMap(plainValue)) return BigInt(plainValue.size);
  throw new ExpressionFailure("size() needs a string, bytes, a list, or a map");
}

const NEVER_FAILS: FunctionEntry = { neverFails: true };
const SIZE: FunctionEntry = { ...NEVER_FAILS, run: size };
const SEARCH: FunctionEntry = {
  comparison: "match",
  run: (value, source) => matches(text(value), text(source)),
};
const textTest = (
  comparison: NonNullable<FunctionEntry["comparison"]>,
  isMatch: (value: string, part: string) => boolean,
): FunctionEntry => ({ ...NEVER_FAILS, comparison, run: (value, part) => isMatch(text(value), text(part)) });
const lowerAscii = (value: Value) => text(value).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upperAscii = (value: Value) => text(value).replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/**
 * Reads a field of a timestamp in a time zone, or the total of a duration, such as its hours.
 *
 * @param unit - The length of the unit in milliseconds; undefined for methods that durations don't have.
 */
function timeField(
  value: Value,
  zone: Value | undefined,
  read: (date: Date) => number,
  unit?: number,
): bigint {
  const time = toPlain(value);
  if (time instanceof Duration && unit !== undefined) return time.nanoseconds / (BigInt(unit) * 1_000_000n);
  if (!(time instanceof Date)) throw new ExpressionFailure("a function needs a timestamp");
  return BigInt(Math.floor(read(zone === undefined ? time : shiftToZone(time, text(zone)))));
}

const clock = (read: (date: Date) => number, unit?: number): FunctionEntry => ({
  run: (value, zone) => timeField(value, zone, read, unit),
});

const DAY = 86_400_000;

/** Returns a date whose UTC fields are the local time in a zone: an offset (`-07:00`, `07:00`) or a name (`Asia/Tokyo`). */
function shiftToZone(date: Date, zone: string): Date {
  try {
    // Sweden writes dates in ISO 8601.
    const local = date.toLocaleString("sv-SE", { timeZone: zone.replace(/^\d\d:/, "+$&") });
    return new Date(Date.parse(`${local}Z`) + date.getUTCMilliseconds());
  } catch {
    throw new ExpressionFailure("there is no such time zone");
  }
}

/** Methods without `run`. `Expressions` evaluates some of them, such as `all`; the others are undecided. */
const withoutRun = (names: string, args: string): FunctionTable =>
  Object.fromEntries(names.split(" ").map((name) => [`any.${name}(${args})`, {}]));

export const STANDARD: FunctionTable = {
  "bool(...)": { run: toBool },
  // `bytes`, `type`, and `uint` are undecided, because no published policy calls them.
  "bytes(...)": {},
  "double(...)": { run: toDouble },
  "duration(...)": { run: toDuration },
  "dyn(...)": { run: (value) => value ?? null },
  "has(any): bool": {},
  "int(...)": { run: toInt },
  "matches(string, string): bool": SEARCH,
  "size(...)": SIZE,
  "string(...)": { ...NEVER_FAILS, run: stringify },
  "timestamp(...)": { run: toTimestamp },
  "type(...)": {},
  "uint(...)": {},
  "any.size(...)": SIZE,
  "string.contains(string): bool": textTest("part", (value, part) => value.includes(part)),
  "string.endsWith(string): bool": textTest("end", (value, end) => value.endsWith(end)),
  "string.matches(string): bool": SEARCH,
  "string.startsWith(string): bool": textTest("start", (value, start) => value.startsWith(start)),
  "string.lowerAscii(): string": defineFunction("Converts A to Z to lower case.", lowerAscii, NEVER_FAILS),
  "string.upperAscii(): string": defineFunction("Converts a to z to upper case.", upperAscii, NEVER_FAILS),
  "any.getDate(...)": clock((date) => date.getUTCDate()),
  "any.getDayOfMonth(...)": clock((date) => date.getUTCDate() - 1),
  "any.getDayOfWeek(...)": clock((date) => date.getUTCDay()),
  "any.getDayOfYear(...)": clock((date) => (date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / DAY),
  "any.getFullYear(...)": clock((date) => date.getUTCFullYear()),
  "any.getHours(...)": clock((date) => date.getUTCHours(), 3_600_000),
  // For durations, the milliseconds within the second; the other methods return the total.
  "any.getMilliseconds(...)": {
    run: (value, zone) => timeField(value, zone, (date) => date.getUTCMilliseconds(), 1) % 1000n,
  },
  "any.getMinutes(...)": clock((date) => date.getUTCMinutes(), 60_000),
  "any.getMonth(...)": clock((date) => date.getUTCMonth()),
  "any.getSeconds(...)": clock((date) => date.getUTCSeconds(), 1000),
  ...withoutRun("hasValue orValue or value", "..."),
  ...withoutRun("filter optMap optFlatMap", "name, any"),
  ...withoutRun("all exists exists_one existsOne map", "name, any, any?"),
  ...withoutRun("transformList transformMap", "name, name, any, any?"),
  ...withoutRun("only onlyProviders onlyAuthors ignore ignoreProviders ignoreAuthors inRegion", "..."),
  ...withoutRun("inCountryCode underCost random randomize getModel getMetadata", "..."),
  ...withoutRun("get", "any?"),
};
