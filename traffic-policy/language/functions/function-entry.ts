import type { Value } from "../values";

/** The parts of the request that functions read. Methods return undefined for a missing part. */
export interface RequestParts {
  /** Returns the values of a header by its lowercase name. */
  header(name: string): Value | undefined;
  cookie(name: string): Value | undefined;
  queryParam(name: string): Value | undefined;
  secret(vault: string, name: string): string | undefined;
}

/** A CEL function without its signature. */
export interface FunctionEntry {
  /** For the docs; undefined for a standard CEL function. */
  readonly description?: string;
  /** Evaluates the function. The first argument of a method is its receiver. If missing, the result is undecided. */
  readonly run?: (...args: Value[]) => Value;
  /** Evaluates a function that reads the request. */
  readonly runOnRequest?: (request: RequestParts, ...args: Value[]) => Value;
  /** Never fails for arguments of the right types. */
  readonly isTotal?: true;
  /** How it tests its receiver or first argument. */
  readonly test?: "start" | "end" | "part" | "match" | "network";
  /** The map in which it looks up a key. If `folds`, the key is converted to lower case. */
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
