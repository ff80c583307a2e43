import { readInstant } from "../times";
import {
  Duration,
  ExpressionFailure,
  isList,
  isMap,
  isNumber,
  toText,
  Undecided,
  type Value,
} from "../values";
import { plainArgument } from "./function-entry";

// The API reference doesn't specify the conversions, so they accept what cel-go accepts.

const INT_LIMIT = 2n ** 63n;

export function toInt(value: Value | undefined): bigint {
  const from = plainArgument(value);
  if (typeof from === "bigint" && from < INT_LIMIT && from >= -INT_LIMIT) return from;
  // Doubles at the limits of int64 don't convert.
  if (typeof from === "number" && Math.abs(from) < 2 ** 63) return BigInt(Math.trunc(from));
  if (typeof from === "string" && /^[+-]?\d{1,40}$/.test(from)) return toInt(BigInt(from.replace("+", "")));
  if (from instanceof Date) return BigInt(Math.floor(from.getTime() / 1000));
  if (from instanceof Duration) return from.nanoseconds;
  throw new ExpressionFailure("a value is not a valid int");
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export function toDouble(value: Value | undefined): number {
  const from = plainArgument(value);
  if (isNumber(from)) return Number(from);
  const number = typeof from === "string" && DECIMAL.test(from) ? Number(from) : Number.NaN;
  if (Number.isFinite(number)) return number;
  if (typeof from === "string" && /^[+-]?(?:inf|nan|0x|\d[\d.]*_)/i.test(from))
    throw new Undecided("a double that is not a decimal");
  throw new ExpressionFailure("a value is not a valid double");
}

const TRUE: ReadonlySet<string> = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const FALSE: ReadonlySet<string> = new Set(["0", "f", "F", "false", "FALSE", "False"]);

export function toBool(value: Value | undefined): boolean {
  const from = plainArgument(value);
  if (typeof from === "boolean") return from;
  if (typeof from === "string" && TRUE.has(from)) return true;
  if (typeof from === "string" && FALSE.has(from)) return false;
  throw new ExpressionFailure("a value is not a valid bool");
}

export function stringify(value: Value | undefined): string {
  const from = plainArgument(value);
  if (from instanceof Uint8Array) return decodeUtf8(from);
  if (from === null || isList(from) || isMap(from))
    throw new ExpressionFailure("a value of this type can't be converted to a string");
  if (typeof from === "number" && !isPrintedAsInGo(from))
    throw new Undecided("a very small or large double as a string");
  return toText(from);
}

const isPrintedAsInGo = (value: number): boolean =>
  value === 0 ? !Object.is(value, -0) : Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6;

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ExpressionFailure("bytes are not valid UTF-8");
  }
}

const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** @throws ExpressionFailure outside the years 1 to 9999 */
export function checkedDate(milliseconds: number): Date {
  if (!(milliseconds >= EARLIEST && milliseconds <= LATEST))
    throw new ExpressionFailure("a timestamp overflows");
  return new Date(milliseconds);
}

export function toTimestamp(value: Value | undefined): Date {
  const from = plainArgument(value);
  if (from instanceof Date) return from;
  if (typeof from === "bigint") return checkedDate(Number(from) * 1000);
  if (typeof from !== "string") throw new ExpressionFailure("a value is not a valid timestamp");
  // A comma, a lowercase T or Z, or an hour of one digit.
  if (/[,tz]|T\d:/.test(from)) throw new Undecided("a timestamp that is not RFC 3339");
  const time = readInstant(from);
  if (Number.isNaN(time)) throw new ExpressionFailure("a value is not a valid timestamp");
  if (/\.\d{3}\d*[1-9]/.test(from)) throw new Undecided("a timestamp with a precision below a millisecond");
  return checkedDate(time);
}

/** Nanoseconds by unit. Microseconds may use the micro sign or the Greek letter mu. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["h", 3_600_000_000_000n],
  ["m", 60_000_000_000n],
  ["s", 1_000_000_000n],
  ["ms", 1_000_000n],
  ["us", 1000n],
  ["\u00b5s", 1000n],
  ["\u03bcs", 1000n],
  ["ns", 1n],
]);

const AMOUNT = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;

export function toDuration(value: Value | undefined): Duration {
  const from = plainArgument(value);
  if (from instanceof Duration) return from;
  if (typeof from !== "string" || from.length > 1000)
    throw new ExpressionFailure("a value is not a valid duration");
  const [, sign, amounts = ""] = /^([+-]?)(.*)$/s.exec(from) ?? [];
  const sum = amounts === "0" ? 0n : sumAmounts(amounts);
  return new Duration(sign === "-" ? -sum : sum);
}

function sumAmounts(amounts: string): bigint {
  let sum = 0n;
  AMOUNT.lastIndex = 0;
  do {
    const [, integer = "", fraction = "", unit = ""] = AMOUNT.exec(amounts) ?? [];
    if (`${integer}${fraction}` === "") throw new ExpressionFailure("a string is not a valid duration");
    const size = UNITS.get(unit) ?? 0n;
    sum += BigInt(integer || "0") * size + (BigInt(fraction || "0") * size) / 10n ** BigInt(fraction.length);
  } while (AMOUNT.lastIndex < amounts.length);
  return sum;
}
