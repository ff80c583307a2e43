import type { ASTNode } from "@marcbachmann/cel-js";

export interface Test {
  readonly kind: "test";
  /**
   * The tested variable, such as `req.url.path` or `conn.client_ip`. For maps of lists, `req.headers.x-user[0]` is the
   * first value, `req.headers.x-user[*]` any value, and `req.headers.x-user` the presence of the key.
   */
  readonly subject: string;
  readonly is: "equal" | "start" | "end" | "part" | "match" | "network" | "present";
  /** The string, regular expression, or CIDR to compare with; empty for `present`. */
  readonly value: string;
  /** A to Z are compared case-insensitively. */
  readonly isFolded: boolean;
  /** The variable without which the expression fails; `true` stands for the subject itself. */
  readonly needs?: string | true;
}

export type Condition =
  | Test
  | { readonly kind: "constant"; readonly value: boolean }
  /** An expression that fails for every request. */
  | { readonly kind: "failure"; readonly text: string }
  | { readonly kind: "not"; readonly of: Condition }
  /** The documentation allows two interpretations. The service uses the same one for all requests. */
  | { readonly kind: "ambiguous"; readonly reason: string; readonly of: readonly [Condition, Condition] }
  | { readonly kind: "all" | "any"; readonly of: readonly Condition[] }
  /**
   * An opaque expression in canonical form. Equal texts have equal values for the same client, unless `draws` is set: then
   * every evaluation draws new random numbers.
   */
  | {
      readonly kind: "expression";
      readonly text: string;
      readonly reads: readonly string[];
      /** All variables and functions are documented, so the evaluator can compute it for a request. */
      readonly isKnown: boolean;
      readonly comparison?: Comparison;
      readonly draws?: RandomDraw;
    };

export interface Comparison {
  readonly of: string;
  readonly is: "equal" | "least" | "above";
  /** Values of the same type are ordered. */
  readonly type: string;
  readonly value: string | number;
}

export interface RandomDraw {
  /** Distinguishes the draws of one expression. */
  readonly index: number;
  readonly isUndecided: boolean;
}

export type Constant = string | number | boolean | null | readonly Constant[];

export const constant = (value: boolean): Condition => ({ kind: "constant", value });
export const not = (of: Condition): Condition => ({ kind: "not", of });

const joinAs =
  (kind: "all" | "any") =>
  (of: readonly Condition[]): Condition =>
    of.length === 1 ? (of[0] as Condition) : { kind, of };

export const conjunction = joinAs("all");
export const disjunction = joinAs("any");

/** The variables of comprehensions. */
export type Bindings = ReadonlyMap<string, Subject>;

export type Operand =
  | { readonly is: "literal"; readonly value: string | boolean }
  | { readonly is: "list"; readonly items: readonly ASTNode[] }
  | ({ readonly is: "subject" } & Pick<Test, "subject" | "isFolded" | "needs">)
  /** The list of values for a key, such as `req.headers['x-user']`. */
  | ({ readonly is: "values" } & Pick<Test, "subject" | "needs">);

export type Values = Extract<Operand, { is: "values" }>;
export type Subject = Extract<Operand, { is: "subject" }>;

export const anyKey = (map: string) => `${map}.*`;

/** Converts an equality test of the keys of a map to a presence test; undefined for other conditions. */
export function keyPresence(map: string, condition: Condition): Condition | undefined {
  if (condition.kind !== "test" || condition.subject !== anyKey(map) || condition.is !== "equal")
    return undefined;
  return presenceTest(`${map}.${map === "req.headers" ? condition.value.toLowerCase() : condition.value}`);
}

/** True for a test of a subject, or a disjunction of such tests. */
export const isAnyElementTest = (condition: Condition, subject: string): boolean =>
  condition.kind === "any"
    ? condition.of.every((test) => isAnyElementTest(test, subject))
    : condition.kind === "test" && condition.subject === subject;

export const isNoElementTest = (condition: Condition, subject: string): boolean =>
  condition.kind === "all"
    ? condition.of.every((test) => isNoElementTest(test, subject))
    : condition.kind === "not" && isAnyElementTest(condition.of, subject);

/** Claims of tokens and users, which are strings or lists of strings. */
export const CLAIM = /^actions\.ngrok\.\w+\.(?:tokens\[\d+\]\.payload|identity)\.\w/;

export const claimItems = ({ subject, isFolded }: Subject): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded,
  needs: subject,
});

export const anyElement = ({ subject, needs }: Values): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded: false,
  needs,
});

export const textTest = (
  { subject, isFolded, needs }: Omit<Subject, "is">,
  is: Test["is"],
  value: string,
): Test => ({ kind: "test", subject, is, value, isFolded, needs });

export const presenceTest = (subject: string): Test => textTest({ subject, isFolded: false }, "present", "");
