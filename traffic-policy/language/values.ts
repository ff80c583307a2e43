import type { Json } from "./json";

export class Duration {
  /** @throws ExpressionFailure past 64 bits */
  constructor(readonly nanoseconds: bigint) {
    if (nanoseconds >= 2n ** 63n || nanoseconds < -(2n ** 63n))
      throw new ExpressionFailure("a duration overflows");
  }

  /** Seconds in decimals, such as `1.5s`. */
  toString(): string {
    const sign = this.nanoseconds < 0n ? "-" : "";
    const digits = String(this.nanoseconds).replace("-", "").padStart(10, "0");
    const fraction = digits.slice(-9).replace(/0+$/, "");
    return `${sign}${digits.slice(0, -9)}${fraction === "" ? "" : `.${fraction}`}s`;
  }
}

/** A value that the emulator cannot know. Whoever needs it is undecided. */
export class Unknown {
  /** @param name what is not known, such as `conn.geo.country_code` */
  constructor(readonly name: string) {}
}

/** Something with fields. Some are texts as well: `req.url` is one, and `req.url.path` is a field of it. */
export class Fields {
  /** @param read value of a field, undefined if there is none */
  constructor(
    readonly read: (name: string) => Value | undefined,
    readonly text?: string | Unknown,
    /** Names of all fields, where they are known. */
    readonly names?: () => readonly string[],
  ) {}
}

export type Key = string | bigint | boolean;
export type ValueMap = ReadonlyMap<Key, Value>;

/** A value of CEL: int is bigint, double is number, timestamp is Date. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Date
  | Duration
  | readonly Value[]
  | ValueMap
  | Fields
  | Unknown;

/** An expression or interpolation that fails, as the service would see it fail. */
export class ExpressionFailure extends Error {}

/** A question that the emulator cannot decide. */
export class Undecided extends Error {
  /** @param what name of the variable, macro, action or rule of the service that is not known */
  constructor(readonly what: string) {
    super(what);
  }
}

/** Longest text that an expression may make, so that a small policy cannot fill the memory. */
const LONGEST_TEXT = 64 * 1024;

/** Refuses what is longer than any sensible value. */
export function bounded(text: string): string {
  if (text.length > LONGEST_TEXT) throw new Undecided("a text of more than 64 KiB");
  return text;
}

/** The value itself; @throws Undecided if it is not known */
export function known(value: Value): Exclude<Value, Unknown> {
  if (value instanceof Unknown) throw new Undecided(value.name);
  return value;
}

/** The value, and the text of what is text and object at once. @throws Undecided for an object with fields alone */
export function plain(value: Value): Exclude<Value, Unknown | Fields> {
  const plainValue = known(value);
  if (!(plainValue instanceof Fields)) return plainValue;
  if (plainValue.text === undefined) throw new Undecided("a variable that is used as a whole");
  if (plainValue.text instanceof Unknown) throw new Undecided(plainValue.text.name);
  return plainValue.text;
}

export const isMap = (value: Value): value is ValueMap => value instanceof Map;
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** @param integers what a whole number becomes: in JSON that is decoded all numbers are doubles */
export function fromJson(value: Json | bigint, integers: "int" | "double" = "double"): Value {
  if (typeof value === "number" && integers === "int" && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map((item) => fromJson(item, integers));
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item, integers)]));
}

/** Work that may be done before a question is given up. */
export class Budget {
  #left: number;

  constructor(
    left: number,
    readonly what: string,
  ) {
    this.#left = left;
  }

  /** @throws Undecided when nothing is left */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new Undecided(this.what);
  }
}

/** For one comparison or encoding: values can share parts, and so unfold without end. */
const ofOneValue = () => new Budget(100_000, "a value of more than 100000 parts");

/** JSON of a value; @throws ExpressionFailure if it has none */
export function toJson(value: Value, budget = ofOneValue()): Json {
  const plainValue = plain(value);
  budget.spend(typeof plainValue === "string" ? plainValue.length + 1 : 1);
  if (
    plainValue === null ||
    typeof plainValue === "boolean" ||
    typeof plainValue === "string" ||
    typeof plainValue === "number"
  )
    return plainValue;
  if (typeof plainValue === "bigint") return Number(plainValue);
  if (plainValue instanceof Date) return plainValue.toISOString();
  if (isList(plainValue)) return plainValue.map((item) => toJson(item, budget));
  if (isMap(plainValue)) {
    const entries = [...plainValue].map(([key, item]) => [String(key), toJson(item, budget)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  throw new ExpressionFailure("a value has no JSON");
}

/** Text of a value inside a longer text. */
export function toText(value: Value): string {
  const plainValue = plain(value);
  if (typeof plainValue === "string") return plainValue;
  if (plainValue === null || typeof plainValue === "boolean" || typeof plainValue === "bigint")
    return String(plainValue);
  if (typeof plainValue === "number") return String(plainValue);
  if (plainValue instanceof Uint8Array) return Buffer.from(plainValue).toString("utf8");
  if (plainValue instanceof Date) return plainValue.toISOString().replace(/\.?0*Z$/, "Z");
  if (plainValue instanceof Duration) return String(plainValue);
  return bounded(JSON.stringify(toJson(plainValue)));
}

/** Equality of CEL: values of different types are unequal, numbers of all kinds are compared. */
export function equal(left: Value, right: Value, budget = ofOneValue()): boolean {
  const a = plain(left);
  const b = plain(right);
  budget.spend(1);
  if (isNumber(a) && isNumber(b)) return compare(a, b) === 0;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof Duration && b instanceof Duration) return a.nanoseconds === b.nanoseconds;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((item, at) => equal(item, b[at] ?? null, budget));
  if (isMap(a) && isMap(b)) {
    if (a.size !== b.size) return false;
    return [...a].every(([key, item]) => {
      const other = b.get(key);
      return other !== undefined && equal(item, other, budget);
    });
  }
  return a === b;
}

export const isNumber = (value: Value): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** Negative, zero or positive; @throws ExpressionFailure if the two have no order */
export function compare(left: Value, right: Value): number {
  const a = plain(left);
  const b = plain(right);
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof Duration && b instanceof Duration) return Number(a.nanoseconds - b.nanoseconds);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  throw new ExpressionFailure("values of these types have no order");
}
