import type { ASTNode } from "@marcbachmann/cel-js";

export interface Test {
  readonly kind: "test";
  /**
   * The tested variable, such as `req.url.path` or `conn.client_ip`. For maps of lists, `req.headers.x-user[0]` is the
   * first value, `req.headers.x-user[*]` any value, and `req.headers.x-user` the presence of the key.
   */
  readonly subject: string;
  readonly is: "equal" | "start" | "end" | "part" | "match" | "network" | "present";
  /** The string, RE2 pattern, or CIDR that the subject is compared with; empty for `present`. */
  readonly value: string;
  /** True if A to Z are compared case-insensitively. */
  readonly isFolded: boolean;
  /** The variable without which the expression fails; `true` for the subject itself. */
  readonly needs?: string | true;
}

export type Condition =
  | Test
  | { readonly kind: "constant"; readonly value: boolean }
  /** An expression that fails for every request. */
  | { readonly kind: "failure"; readonly text: string }
  | { readonly kind: "not"; readonly of: Condition }
  /** The documentation allows two interpretations. Whichever is right, it holds for all requests. */
  | { readonly kind: "ambiguous"; readonly reason: string; readonly of: readonly [Condition, Condition] }
  | { readonly kind: "all" | "any"; readonly of: readonly Condition[] }
  /**
   * An opaque expression in canonical form. Without `draw`, equal texts have equal values for the same client. With `draw`,
   * every evaluation draws new random numbers.
   */
  | {
      readonly kind: "expression";
      readonly text: string;
      readonly reads: readonly string[];
      /** True if all variables and functions are documented, so that the evaluator can evaluate it for a request. */
      readonly hasKnownNames: boolean;
      readonly comparison?: Comparison;
      /** Distinguishes the draws of one expression. */
      readonly draw?: number;
    };

/** A comparison of an operand, as a canonical expression, with a constant. */
export interface Comparison {
  readonly operand: string;
  readonly operator: "==" | ">=" | ">";
  /** The CEL type of `value`; values of different types can't be compared. */
  readonly type: string;
  readonly value: string | number;
}

export type Constant = string | number;

/** The values of the variables that comprehensions bind. */
export type Bindings = ReadonlyMap<string, Operand>;

export type Subject = { readonly is: "subject" } & Pick<Test, "subject" | "isFolded" | "needs">;

export type Operand =
  | { readonly is: "literal"; readonly value: string | boolean }
  | { readonly is: "list"; readonly items: readonly ASTNode[] }
  | Subject
  /** The list of values for a key, such as `req.headers['x-user']`. */
  | ({ readonly is: "values" } & Pick<Test, "subject" | "needs">);
