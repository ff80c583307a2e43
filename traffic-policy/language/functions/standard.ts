import { matches } from "../patterns";
import { ExpressionFailure, Fields, isList, isMap, plain, type Value } from "../values";
import { text } from "./arguments";
import { toBool, toBytes, toDouble, toDuration, toInt, toTextOf, toTimestamp, toUint } from "./conversions";
import { type Entry, type Functions, of } from "./entry";
import { DAY, inZone } from "./time";

function size(value: Value | undefined): bigint {
  if (value instanceof Fields && value.names) return BigInt(value.names().length);
  const plainValue = value === undefined ? null : plain(value);
  if (typeof plainValue === "string") return BigInt([...plainValue].length);
  if (plainValue instanceof Uint8Array) return BigInt(plainValue.length);
  if (isList(plainValue)) return BigInt(plainValue.length);
  if (isMap(plainValue)) return BigInt(plainValue.size);
  throw new ExpressionFailure("size() needs a text, bytes, a list or a map");
}

const TOTAL: Entry = { isTotal: true };
const SIZE: Entry = { ...TOTAL, run: size };
const SEARCH: Entry = {
  test: "match",
  run: (value, source) => matches(text(value), text(source)),
};
const lowered = (value: Value) => text(value).replace(/[A-Z]/g, (char) => char.toLowerCase());
const raised = (value: Value) => text(value).replace(/[a-z]/g, (char) => char.toUpperCase());

/** @param unit - Milliseconds, where a duration has it too. */
const clock = (read: (at: Date) => number, unit?: number): Entry => ({
  run: (value, zone) => inZone(value, zone, read, unit),
});

const none = (names: string, args: string): Functions =>
  Object.fromEntries(names.split(" ").map((name) => [`any.${name}(${args})`, {}]));

/** What every CEL has. Comprehensions and `has` are read with the expression itself. */
export const STANDARD: Functions = {
  "bool(...)": { run: toBool },
  "bytes(...)": { run: toBytes },
  "double(...)": { run: toDouble },
  "duration(...)": { run: toDuration },
  "dyn(...)": { run: (value) => value ?? null },
  "has(any): bool": {},
  "int(...)": { run: toInt },
  "matches(string, string): bool": SEARCH,
  "size(...)": SIZE,
  "string(...)": { ...TOTAL, run: toTextOf },
  "timestamp(...)": { run: toTimestamp },
  "type(...)": {},
  "uint(...)": { run: toUint },
  "any.size(...)": SIZE,
  "string.contains(string): bool": {
    ...TOTAL,
    test: "part",
    run: (value, part) => text(value).includes(text(part)),
  },
  "string.endsWith(string): bool": {
    ...TOTAL,
    test: "end",
    run: (value, end) => text(value).endsWith(text(end)),
  },
  "string.matches(string): bool": SEARCH,
  "string.startsWith(string): bool": {
    ...TOTAL,
    test: "start",
    run: (value, start) => text(value).startsWith(text(start)),
  },
  "string.lowerAscii(): string": of("The text with A to Z in lower case.", lowered, TOTAL),
  "string.upperAscii(): string": of("The text with a to z in upper case.", raised, TOTAL),
  "any.getDate(...)": clock((at) => at.getUTCDate()),
  "any.getDayOfMonth(...)": clock((at) => at.getUTCDate() - 1),
  "any.getDayOfWeek(...)": clock((at) => at.getUTCDay()),
  "any.getDayOfYear(...)": clock((at) => (at.getTime() - Date.UTC(at.getUTCFullYear(), 0)) / DAY),
  "any.getFullYear(...)": clock((at) => at.getUTCFullYear()),
  "any.getHours(...)": clock((at) => at.getUTCHours(), 3_600_000),
  // Of a duration the rest below a second, unlike hours, minutes, and seconds.
  "any.getMilliseconds(...)": {
    run: (value, zone) => inZone(value, zone, (at) => at.getUTCMilliseconds(), 1) % 1000n,
  },
  "any.getMinutes(...)": clock((at) => at.getUTCMinutes(), 60_000),
  "any.getMonth(...)": clock((at) => at.getUTCMonth()),
  "any.getSeconds(...)": clock((at) => at.getUTCSeconds(), 1000),
  ...none("hasValue orValue or value", "..."),
  ...none("filter optMap optFlatMap", "name, any"),
  ...none("all exists exists_one existsOne map", "name, any, any?"),
  ...none("transformList transformMap", "name, name, any, any?"),
};
