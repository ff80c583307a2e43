import type { Value } from "../values";

/** The parts of the request that functions read; undefined for missing ones. */
export interface RequestParts {
  /** The values of a header, by lowercase name. */
  header(name: string): Value | undefined;
  cookie(name: string): Value | undefined;
  queryParam(name: string): Value | undefined;
  secret(vault: string, name: string): string | undefined;
}

/** A CEL function without its signature. */
export interface FunctionEntry {
  /** For the docs; undefined for a standard CEL function. */
  readonly description?: string;
  /** Evaluates the function. Methods get the receiver first. If missing, the result is undecided. */
  readonly run?: (...args: Value[]) => Value;
  /** Evaluates a function that reads the request. */
  readonly runOnRequest?: (request: RequestParts, ...args: Value[]) => Value;
  /** Never fails for arguments of the right types. */
  readonly isTotal?: true;
  /** The test of the receiver or first argument. */
  readonly test?: "start" | "end" | "part" | "match" | "network";
  /** The map in which it looks up a key, converted to lower case if `folds`. */
  readonly lookUp?: { readonly base: string; readonly folds: boolean };
}

/**
 * Functions by signature, such as `string.indexOf(string, int?): int` with an optional last argument. The receiver type or
 * namespace precedes the dot. `(...)` is variadic, `cidr` is a string, `cidrs` a list of them, and `name` the variable of a
 * comprehension.
 */
export type FunctionTable = Readonly<Record<string, FunctionEntry>>;

/** A function that the service adds to CEL. */
export const defineFunction = (
  description: string,
  run?: FunctionEntry["run"],
  more: FunctionEntry = {},
): FunctionEntry => ({
  description,
  ...(run && { run }),
  ...more,
});
