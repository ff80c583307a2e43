import { bounded, ExpressionFailure, isNumber, plain, Undecided, type Value } from "../values";

const CLAUSE = /%(?:(%)|(?:\.(\d{1,4}))?([a-zA-Z]))?/g;

/**
 * Text with values in place of its clauses, as the reference describes `format()`. Versions of CEL's extension of texts
 * differ in `%e`, in large numbers of `%f`, and in what `%s` makes of doubles, times, lists and maps: those are undecided.
 */
export function format(text: string, values: readonly Value[]): string {
  let next = 0;
  const result = text.replace(CLAUSE, (clause, percent?: string, precision?: string, verb?: string) => {
    if (percent !== undefined) return percent;
    const write = verb === undefined ? undefined : CLAUSES.get(verb);
    if (!write) throw new ExpressionFailure("format() has a clause that does not exist");
    if (precision !== undefined && verb !== "f") throw new Undecided(`the clause ${clause} of format()`);
    const value = values[next++];
    if (value === undefined) throw new ExpressionFailure("format() has more clauses than values");
    return write(plain(value), precision === undefined ? undefined : Number(precision));
  });
  if (next < values.length) throw new Undecided("format() with more values than clauses");
  return bounded(result);
}

type Plain = ReturnType<typeof plain>;
type Write = (value: Plain, precision: number | undefined) => string;

const CLAUSES: ReadonlyMap<string, Write> = new Map<string, Write>([
  ["s", asText],
  ["d", (value) => whole(value).toString()],
  ["f", fixed],
  [
    "e",
    () => {
      throw new Undecided("the clause %e of format()");
    },
  ],
  ["b", (value) => (typeof value === "boolean" ? String(Number(value)) : whole(value).toString(2))],
  ["o", (value) => whole(value).toString(8)],
  ["x", hex],
  ["X", (value) => hex(value).toUpperCase()],
]);

function asText(value: Plain): string {
  if (typeof value === "string") return value;
  if (value === null || typeof value === "bigint" || typeof value === "boolean") return String(value);
  throw new Undecided("the clause %s of format() with a value that is no string, int or bool");
}

function whole(value: Plain): bigint {
  if (typeof value === "bigint") return value;
  throw new ExpressionFailure("a clause of format() needs an int");
}

function hex(value: Plain): string {
  if (typeof value === "string" || value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return whole(value).toString(16);
}

function fixed(value: Plain, precision = 6): string {
  if (!isNumber(value)) throw new ExpressionFailure("a clause of format() needs a double");
  const number = Number(value);
  if (!(Math.abs(number) < 1000) || precision > 20)
    throw new Undecided("the clause %f of format() with a large number");
  // What lies half-way between two results is rounded up here and to the even one elsewhere.
  if (/^50*$/.test(number.toFixed(100).split(".")[1]?.slice(precision) ?? ""))
    throw new Undecided("the clause %f of format() with a number half-way between two");
  return number.toFixed(precision);
}
