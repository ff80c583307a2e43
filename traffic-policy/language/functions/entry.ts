import type { Value } from "../values";

/** The parts of the request that functions read; undefined stands for what it does not have. */
export interface RequestParts {
  /** Values of a header, by its name in lower case. */
  header(name: string): Value | undefined;
  cookie(name: string): Value | undefined;
  queryParam(name: string): Value | undefined;
  secret(vault: string, name: string): string | undefined;
}

/** A function of expressions, apart from its signature. */
export interface Entry {
  /** For the docs; undefined for what every CEL has. */
  readonly description?: string;
  /** Its value for the receiver, if it is a method, and its arguments. Without it the value is undecided. */
  readonly run?: (...args: Value[]) => Value;
  /** The same of a function that reads the request. */
  readonly ofRequest?: (request: RequestParts, ...args: Value[]) => Value;
  /** It gives a value for all arguments of its types. */
  readonly isTotal?: true;
  /** The test of the text or address that is its receiver or first argument. */
  readonly test?: "start" | "end" | "part" | "match" | "network";
  /** The map whose values it looks up by a name, in lower case where it `folds`. */
  readonly lookUp?: { readonly base: string; readonly folds: boolean };
}

/**
 * Functions by their signatures, such as `string.indexOf(string, int?): int`, whose last argument is optional. Before the dot
 * is the type of the receiver, or a namespace. `(...)` takes any arguments, `cidr` is a text, `cidrs` are a list of them,
 * `name` names the items of a comprehension.
 */
export type Functions = Readonly<Record<string, Entry>>;

/** A function of the service's own. */
export const of = (description: string, run?: Entry["run"], traits: Entry = {}): Entry => ({
  description,
  ...(run && { run }),
  ...traits,
});
