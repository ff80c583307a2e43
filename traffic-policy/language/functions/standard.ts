import { matches } from "../patterns";
import { ExpressionFailure, Fields, isList, isMap, type Value } from "../values";
import { stringify, toDouble, toDuration, toInt, toTimestamp, toUint } from "./conversions";
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

const TOTAL: FunctionEntry = { isTotal: true };
const SIZE: FunctionEntry = { ...TOTAL, run: size };
const SEARCH: FunctionEntry = {
  test: "match",
  run: (value, source) => matches(text(value), text(source)),
};
const textTest = (
  test: NonNullable<FunctionEntry["test"]>,
  isMatch: (value: string, part: string) => boolean,
): FunctionEntry => ({ ...TOTAL, test, run: (value, part) => isMatch(text(value), text(part)) });
const lowerAscii = (value: Value) => text(value).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upperAscii = (value: Value) => text(value).replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** The expression evaluator runs some of these methods; the others are undecided. */
const unevaluated = (names: string, args: string): FunctionTable =>
  Object.fromEntries(names.split(" ").map((name) => [`any.${name}(${args})`, {}]));

export const STANDARD: FunctionTable = {
  "bool(...)": {},
  "bytes(...)": {},
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
  "string.contains(string): bool": textTest("part", (value, part) => value.includes(part)),
  "string.endsWith(string): bool": textTest("end", (value, end) => value.endsWith(end)),
  "string.matches(string): bool": SEARCH,
  "string.startsWith(string): bool": textTest("start", (value, start) => value.startsWith(start)),
  "string.lowerAscii(): string": defineFunction("Converts A to Z to lower case.", lowerAscii, TOTAL),
  "string.upperAscii(): string": defineFunction("Converts a to z to upper case.", upperAscii, TOTAL),
  ...unevaluated("getDate getDayOfMonth getDayOfWeek getDayOfYear getFullYear", "..."),
  ...unevaluated("getHours getMilliseconds getMinutes getMonth getSeconds", "..."),
  ...unevaluated("hasValue orValue or value", "..."),
  ...unevaluated("filter optMap optFlatMap", "name, any"),
  ...unevaluated("all exists exists_one existsOne map", "name, any, any?"),
  ...unevaluated("transformList transformMap", "name, name, any, any?"),
  ...unevaluated("only onlyProviders onlyAuthors ignore ignoreProviders ignoreAuthors inRegion", "..."),
  ...unevaluated("inCountryCode underCost random randomize getModel getMetadata", "..."),
  ...unevaluated("get", "any?"),
};
