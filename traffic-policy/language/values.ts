import type { Json } from "./json";

export class Duration {
  /** @throws ExpressionFailure if it doesn't fit in 64 bits */
  constructor(readonly nanoseconds: bigint) {
    if (nanoseconds >= 2n ** 63n || nanoseconds < -(2n ** 63n))
      throw new ExpressionFailure("a duration overflows");
  }

  /** Decimal seconds, such as `1.5s`. */
  toString(): string {
    const sign = this.nanoseconds < 0n ? "-" : "";
    const digits = String(this.nanoseconds).replace("-", "").padStart(10, "0");
    const fraction = digits.slice(-9).replace(/0+$/, "");
    return `${sign}${digits.slice(0, -9)}${fraction === "" ? "" : `.${fraction}`}s`;
  }
}

/** An unknown value. Operations on it are undecided. */
export class Unknown {
  /** @param name - Names the unknown in the reasons of an undecided outcome, such as `req.url`. */
  constructor(readonly name: string) {}
}

/** A value with fields. It can also be a string, such as `req.url`, which has the field `req.url.path`. */
export class Fields {
  constructor(
    readonly read: (name: string) => Value | undefined,
    readonly text?: string | Unknown,
    /** Lists the names of all fields; unset if they can't be listed. */
    readonly names?: () => readonly string[],
  ) {}
}

export type Key = string | bigint | boolean;
export type ValueMap = ReadonlyMap<Key, Value>;

/** A CEL value. An int is a bigint, a double a number, and a timestamp a Date. */
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

/** An expression or interpolation that fails at the service. */
export class ExpressionFailure extends Error {}

/** A result that the evaluator can't determine. */
export class Undecided extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Returns the result of a computation, or of `otherwise` if it is undecided. */
export function ifUndecided<T>(compute: () => T, otherwise: (reason: string) => T): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return otherwise(error.reason);
  }
}

/** Maximum length of a computed string, so that a small policy can't exhaust memory. */
const MAX_TEXT = 64 * 1024;

export function limitLength(text: string): string {
  if (text.length > MAX_TEXT) throw new Undecided("a text of more than 64 KiB");
  return text;
}

/** @throws Undecided for an unknown value */
export function requireKnown(value: Value): Exclude<Value, Unknown> {
  if (value instanceof Unknown) throw new Undecided(value.name);
  return value;
}

/** Replaces a value with fields by its string. @throws Undecided for an unknown value, or one that only has fields */
export function toPlain(value: Value): Exclude<Value, Unknown | Fields> {
  const plainValue = requireKnown(value);
  if (!(plainValue instanceof Fields)) return plainValue;
  if (plainValue.text === undefined) throw new Undecided("a variable that is used as a whole");
  if (plainValue.text instanceof Unknown) throw new Undecided(plainValue.text.name);
  return plainValue.text;
}

/** True if there is a value. `requireKnown` is called for its error: an unknown value may be absent. @throws Undecided */
export const isPresent = (value: Value | undefined): boolean =>
  value !== undefined && requireKnown(value) !== undefined;

export const isMap = (value: Value): value is ValueMap => value instanceof Map;
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Whole numbers become doubles by default, as in the CEL function `json.decode`. */
export function fromJson(value: Json | bigint, options: { readonly wholeNumbersAs?: "int" } = {}): Value {
  if (typeof value === "number" && options.wholeNumbersAs === "int" && Number.isSafeInteger(value))
    return BigInt(value);
  if (Array.isArray(value)) return value.map((item) => fromJson(item, options));
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item, options)]));
}

export class Budget {
  #left: number;

  constructor(
    left: number,
    readonly reason: string,
  ) {
    this.#left = left;
  }

  /** @throws Undecided if the budget is exhausted */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new Undecided(this.reason);
  }
}

/** Values can share parts, so a small one may expand without limit when compared or encoded. */
const valueBudget = () => new Budget(100_000, "a value of more than 100000 parts");

/** @throws ExpressionFailure for a value without a JSON form */
export function toJson(value: Value, budget = valueBudget()): Json {
  const plainValue = toPlain(value);
  budget.spend(typeof plainValue === "string" ? plainValue.length + 1 : 1);
  if (typeof plainValue === "bigint") return Number(plainValue);
  if (plainValue === null || typeof plainValue !== "object") return plainValue;
  if (plainValue instanceof Date) return plainValue.toISOString();
  if (isList(plainValue)) return plainValue.map((item) => toJson(item, budget));
  if (isMap(plainValue)) {
    const entries = [...plainValue].map(([key, item]) => [String(key), toJson(item, budget)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  throw new ExpressionFailure("a value has no JSON");
}

/** Converts a value to the text that it has in an interpolation. */
export function toText(value: Value): string {
  const plainValue = toPlain(value);
  if (plainValue === null || typeof plainValue !== "object") return String(plainValue);
  if (plainValue instanceof Uint8Array) return Buffer.from(plainValue).toString("utf8");
  if (plainValue instanceof Date) return plainValue.toISOString().replace(/\.?0*Z$/, "Z");
  if (plainValue instanceof Duration) return String(plainValue);
  return limitLength(JSON.stringify(toJson(plainValue)));
}

/** CEL equality: values of different types are unequal, except numbers. */
export function equal(left: Value, right: Value, budget = valueBudget()): boolean {
  const a = toPlain(left);
  const b = toPlain(right);
  budget.spend(1);
  if (isNumber(a) && isNumber(b)) return compare(a, b) === 0;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof Duration && b instanceof Duration) return a.nanoseconds === b.nanoseconds;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null, budget));
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

/** Negative, zero, or positive. @throws ExpressionFailure for values without an order */
export function compare(left: Value, right: Value): number {
  const a = toPlain(left);
  const b = toPlain(right);
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof Duration && b instanceof Duration) return Number(a.nanoseconds - b.nanoseconds);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  throw new ExpressionFailure("values of these types have no order");
}
