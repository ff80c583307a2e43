import { matches } from "../patterns";
import { ExpressionFailure, Fields, isList, isMap, type Value } from "../values";
import { plainArgument, text } from "./arguments";
import { stringify, toBool, toBytes, toDouble, toDuration, toInt, toTimestamp, toUint } from "./conversions";
import { defineFunction, type FunctionEntry, type FunctionTable } from "./function-entry";
import { DAY, inZone } from "./time";

function size(value: Value | undefined): bigint {
  if (value instanceof Fields && value.names) return BigInt(value.names().length);
  const plainValue = plainArgument(value);
  if (typeof plainValue === "string") return BigInt([...plainValue].length);
  if (plainValue instanceof Uint8Array) return BigInt(plainValue.length);
  if (isList(plainValue)) return BigInt(plainValue.length);
  if (isMap(plainValue)) return BigInt(plainValue.size);
  throw new ExpressionFailure("size() needs a string, bytes, a list, or a map");
}

const TOTAL: FunctionEntry = { isTotal: true };
const SIZE: FunctionEntry = { ...TOTAL, run: size };
const SEARCH: FunctionEntry = {
  test: "match",
  run: (value, source) => matches(text(value), text(source)),
};
const lowerAscii = (value: Value) => text(value).replace(/[A-Z]/g, (char) => char.toLowerCase());
const upperAscii = (value: Value) => text(value).replace(/[a-z]/g, (char) => char.toUpperCase());

/** @param unit - The length of the unit in milliseconds, for methods that durations also have. */
const clock = (read: (date: Date) => number, unit?: number): FunctionEntry => ({
  run: (value, zone) => inZone(value, zone, read, unit),
});

/** Methods that only the expression evaluator runs, or that are undecided. */
const unevaluated = (names: string, args: string): FunctionTable =>
  Object.fromEntries(names.split(" ").map((name) => [`any.${name}(${args})`, {}]));

/** Standard CEL functions, and the methods that select models and keys. */
export const STANDARD: FunctionTable = {
  "bool(...)": { run: toBool },
  "bytes(...)": { run: toBytes },
  "double(...)": { run: toDouble },
  "duration(...)": { run: toDuration },
  "dyn(...)": { run: (value) => value ?? null },
  "has(any): bool": {},
  "int(...)": { run: toInt },
  "matches(string, string): bool": SEARCH,
  "size(...)": SIZE,
  "string(...)": { ...TOTAL, run: stringify },
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
  "string.lowerAscii(): string": defineFunction("Converts A to Z to lower case.", lowerAscii, TOTAL),
  "string.upperAscii(): string": defineFunction("Converts a to z to upper case.", upperAscii, TOTAL),
  "any.getDate(...)": clock((date) => date.getUTCDate()),
  "any.getDayOfMonth(...)": clock((date) => date.getUTCDate() - 1),
  "any.getDayOfWeek(...)": clock((date) => date.getUTCDay()),
  "any.getDayOfYear(...)": clock((date) => (date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / DAY),
  "any.getFullYear(...)": clock((date) => date.getUTCFullYear()),
  "any.getHours(...)": clock((date) => date.getUTCHours(), 3_600_000),
  // For durations, the milliseconds within the second; the other methods return the total.
  "any.getMilliseconds(...)": {
    run: (value, zone) => inZone(value, zone, (date) => date.getUTCMilliseconds(), 1) % 1000n,
  },
  "any.getMinutes(...)": clock((date) => date.getUTCMinutes(), 60_000),
  "any.getMonth(...)": clock((date) => date.getUTCMonth()),
  "any.getSeconds(...)": clock((date) => date.getUTCSeconds(), 1000),
  ...unevaluated("hasValue orValue or value", "..."),
  ...unevaluated("filter optMap optFlatMap", "name, any"),
  ...unevaluated("all exists exists_one existsOne map", "name, any, any?"),
  ...unevaluated("transformList transformMap", "name, name, any, any?"),
  ...unevaluated("only onlyProviders onlyAuthors ignore ignoreProviders ignoreAuthors inRegion", "..."),
  ...unevaluated("inCountryCode underCost random randomize getModel getMetadata", "..."),
  ...unevaluated("get", "any?"),
};
