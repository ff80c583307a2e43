import { ExpressionFailure, Fields, isList, isMap, plain, type Value } from "../values";
import { text } from "./arguments";
import { toBool, toBytes, toDouble, toDuration, toInt, toTextOf, toTimestamp, toUint } from "./conversions";
import type { Functions } from "./entry";
import { matches } from "./patterns";
import { inZone, inZoneOfYear } from "./time";

function size(value: Value | undefined): bigint {
  if (value instanceof Fields && value.names) return BigInt(value.names().length);
  const plainValue = value === undefined ? null : plain(value);
  if (typeof plainValue === "string") return BigInt([...plainValue].length);
  if (plainValue instanceof Uint8Array) return BigInt(plainValue.length);
  if (isList(plainValue)) return BigInt(plainValue.length);
  if (isMap(plainValue)) return BigInt(plainValue.size);
  throw new ExpressionFailure("size() needs a text, bytes, a list or a map");
}

const matching = (pattern: RegExp) => (value: unknown) => pattern.test(String(value));
const isAscii = matching(/^[ -~]*$/);

/** A time in seconds that is in the calendar: the library takes another one for a later day. */
const isTime = (value: unknown): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value)) &&
  new Date(String(value)).toJSON()?.slice(0, 19) === String(value).slice(0, 19);

const certain = { isTotal: true, isStrict: true, folds: true } as const;
const sizeOf = { ...certain, run: size };
const search = {
  isStrict: true,
  test: "match",
  run: (value: Value, source: Value) => matches(text(value), text(source)),
} as const;

/** What every CEL has. Comprehensions and `has` are read with the expression itself. */
export const STANDARD: Functions = {
  "bool(...)": { run: toBool },
  "bytes(...)": { run: toBytes },
  "double(...)": { isStrict: true, run: toDouble },
  "duration(...)": { folds: matching(/^(?:\d{1,6}(?:ms|h|m|s))+$/), run: toDuration },
  "dyn(...)": { run: (value) => value ?? null },
  "has(any): bool": {},
  "int(...)": { isStrict: true, folds: matching(/^(?:-?\d{1,18}|[a-z]+)$/), run: toInt },
  "matches(string, string): bool": search,
  "size(...)": sizeOf,
  // Doubles are written in other ways.
  "string(...)": {
    isTotal: true,
    isStrict: true,
    folds: (value) => typeof value !== "number",
    run: toTextOf,
  },
  "timestamp(...)": { folds: isTime, run: toTimestamp },
  "type(...)": {},
  "uint(...)": { run: toUint },
  "string.contains(string): bool": {
    ...certain,
    test: "part",
    run: (value, part) => text(value).includes(text(part)),
  },
  "string.endsWith(string): bool": {
    ...certain,
    test: "end",
    run: (value, end) => text(value).endsWith(text(end)),
  },
  "string.matches(string): bool": search,
  "any.size(...)": sizeOf,
  "string.startsWith(string): bool": {
    ...certain,
    test: "start",
    run: (value, start) => text(value).startsWith(text(start)),
  },
  "string.lowerAscii(): string": {
    description: "The text with A to Z in lower case.",
    ...certain,
    folds: isAscii,
    run: (value) => text(value).replace(/[A-Z]/g, (char) => char.toLowerCase()),
  },
  "string.upperAscii(): string": {
    description: "The text with a to z in upper case.",
    ...certain,
    folds: isAscii,
    run: (value) => text(value).replace(/[a-z]/g, (char) => char.toUpperCase()),
  },
  "any.getDate(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCDate()) },
  "any.getDayOfMonth(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCDate() - 1) },
  "any.getDayOfWeek(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCDay()) },
  "any.getDayOfYear(...)": { run: inZoneOfYear },
  "any.getFullYear(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCFullYear()) },
  "any.getHours(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCHours(), 3_600_000) },
  // Of a duration the rest below a second, unlike hours, minutes and seconds.
  "any.getMilliseconds(...)": {
    run: (value, zone) => inZone(value, zone, (at) => at.getUTCMilliseconds(), 1) % 1000n,
  },
  "any.getMinutes(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCMinutes(), 60_000) },
  "any.getMonth(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCMonth()) },
  "any.getSeconds(...)": { run: (value, zone) => inZone(value, zone, (at) => at.getUTCSeconds(), 1000) },
  ...Object.fromEntries(["hasValue", "orValue", "or", "value"].map((name) => [`any.${name}(...)`, {}])),
  ...Object.fromEntries(["filter", "optMap", "optFlatMap"].map((name) => [`any.${name}(name, any)`, {}])),
  ...Object.fromEntries(
    ["all", "exists", "exists_one", "existsOne", "map"].map((name) => [`any.${name}(name, any, any?)`, {}]),
  ),
  ...Object.fromEntries(
    ["transformList", "transformMap"].map((name) => [`any.${name}(name, name, any, any?)`, {}]),
  ),
};
