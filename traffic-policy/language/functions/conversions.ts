import { readInstant } from "../times";
import { Duration, ExpressionFailure, isNumber, Undecided, type Value } from "../values";
import { plainArgument } from "./function-entry";

// The API reference doesn't specify the conversions. Those on which all implementations of CEL agree are evaluated.

/** Larger numbers lose digits as doubles. */
const MAX_EXACT = 2 ** 53;

/** Texts that some implementations convert, such as `0x10`, `1_000`, and `inf`. */
const PERHAPS_NUMERIC = /\d|inf|nan/i;

function toNumber(value: Value | undefined, type: string, literal: RegExp): number {
  const from = plainArgument(value);
  const isLiteral = typeof from === "string" && literal.test(from);
  if (typeof from === "string" && !isLiteral && !PERHAPS_NUMERIC.test(from))
    throw new ExpressionFailure(`a value is not a valid ${type}`);
  const number = isLiteral || isNumber(from) ? Number(from) : Number.NaN;
  if (!(Math.abs(number) < MAX_EXACT)) throw new Undecided(`the conversion of a value to ${type}`);
  return number;
}

export const toInt = (value: Value | undefined): bigint =>
  BigInt(Math.trunc(toNumber(value, "int", /^-?\d{1,15}$/)));

export function toUint(value: Value | undefined): bigint {
  const number = toNumber(value, "uint", /^\d{1,15}$/);
  if (number < 0) throw new ExpressionFailure("a value is not a valid uint");
  return BigInt(Math.trunc(number));
}

export const toDouble = (value: Value | undefined): number =>
  toNumber(value, "double", /^-?\d{1,15}(?:\.\d{1,15})?$/);

export function stringify(value: Value | undefined): string {
  const from = plainArgument(value);
  if (typeof from === "string" || typeof from === "bigint" || typeof from === "boolean") return String(from);
  throw new Undecided("the conversion of a value to string");
}

export function toTimestamp(value: Value | undefined): Date {
  const from = plainArgument(value);
  if (from instanceof Date) return from;
  const time = typeof from === "string" ? readInstant(from) : Number.NaN;
  if (Number.isNaN(time)) throw new Undecided("a timestamp that is not RFC 3339");
  if (/\.\d{3}\d*[1-9]/.test(String(from)))
    throw new Undecided("a timestamp with a precision below a millisecond");
  return new Date(time);
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
