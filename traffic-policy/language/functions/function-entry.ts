import { ExpressionFailure, isList, isMap, toPlain, type Value, type ValueMap } from "../values";

/** The parts of the request that functions read; undefined for a missing part. */
export interface RequestParts {
  /** Returns the value of a key of a variable that is a map, such as `req.cookies`. */
  lookUp(variable: string, key: string): Value | undefined;
  secret(vault: string, name: string): string | undefined;
}

export interface FunctionEntry {
  /** For the docs; undefined for a standard CEL function. */
  readonly description?: string;
  /** The first argument of a method is its receiver. If `run` and `runOnRequest` are unset, the result is undecided. */
  readonly run?: (...args: Value[]) => Value;
  readonly runOnRequest?: (request: RequestParts, ...args: Value[]) => Value;
  /** Set if the service never fails to evaluate it for arguments of the right types. The result may be undecided here. */
  readonly neverFails?: true;
  /** How the function compares its receiver or first argument with the other one, such as `start` for `startsWith`. */
  readonly comparison?: "start" | "end" | "part" | "match" | "network";
  /** The variable in which the function looks up a key. */
  readonly keyedMap?: { readonly variable: string; readonly ignoresCase: boolean };
}

/**
 * Functions by signature. `string.indexOf(string, int?): int` is a method of strings with an optional last argument;
 * `hash.md5(any): string` is a function in the namespace `hash`. `(...)` is variadic, `cidr` is a string, `cidrs` a list of
 * them, and `name` the variable of a comprehension.
 */
export type FunctionTable = Readonly<Record<string, FunctionEntry>>;

export const defineFunction = (
  description: string,
  run?: FunctionEntry["run"],
  more: FunctionEntry = {},
): FunctionEntry => ({ description, run, ...more });

export const plainArgument = (value: Value | undefined) => toPlain(value ?? null);

const argumentReader =
  <T extends Value>(type: string, hasType: (value: Value) => value is T) =>
  (value: Value | undefined): T => {
    const argument: Value = plainArgument(value);
    if (!hasType(argument)) throw new ExpressionFailure(`a function needs ${type}`);
    return argument;
  };

// These readers throw ExpressionFailure for a value of a different type.
export const text = argumentReader("a string", (value): value is string => typeof value === "string");
export const list = argumentReader<readonly Value[]>("a list", isList);
export const map = argumentReader<ValueMap>("a map", isMap);
const int = argumentReader("an int", (value): value is bigint => typeof value === "bigint");
export const integer = (value: Value | undefined): number => Number(int(value));
