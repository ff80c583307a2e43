import type { ASTNode } from "@marcbachmann/cel-js";

/** One question about a value of the connection or request. */
export interface Test {
  readonly kind: "test";
  /**
   * The value, as a variable: `req.url.path`, `conn.client_ip`. Of values by name, `req.headers.x-user[0]` is the first
   * one of a name, `req.headers.x-user[*]` any of them, and `req.headers.x-user` whether there is one.
   */
  readonly subject: string;
  readonly is: "equal" | "start" | "end" | "part" | "match" | "network" | "present";
  /** What it is compared with: a text, a regular expression, a CIDR; empty for `present`. */
  readonly value: string;
  /** Letters A to Z count as a to z. */
  readonly isFolded: boolean;
  /** The expression fails where this, or, if it is `true`, the subject itself, is not there. */
  readonly needs?: string | true;
}

/** When a rule runs. */
export type Condition =
  | Test
  | { readonly kind: "constant"; readonly value: boolean }
  /** An expression that fails for each request. */
  | { readonly kind: "failure"; readonly text: string }
  | { readonly kind: "not"; readonly of: Condition }
  /** One of two readings, which the documentation leaves open: all requests are read alike. */
  | { readonly kind: "open"; readonly doubt: string; readonly of: readonly [Condition, Condition] }
  | { readonly kind: "all" | "any"; readonly of: readonly Condition[] }
  /**
   * An expression that is not taken apart, in its canonical spelling: it gives the same for the same client. One with
   * `draws` reads random numbers, and gives something else each time that it is evaluated.
   */
  | {
      readonly kind: "expression";
      readonly text: string;
      readonly reads: readonly string[];
      /** All its variables and functions are documented: for a request, the evaluator tells what it gives. */
      readonly isKnown: boolean;
      readonly compares?: Compared;
      readonly draws?: Draws;
    };

/** A comparison of what an expression gives with a value that is written out. */
export interface Compared {
  /** The expression, in its canonical spelling. */
  readonly of: string;
  readonly is: "equal" | "least" | "above";
  /** The type of the value: values of one type have an order. */
  readonly type: string;
  readonly value: string | number;
}

/** A read of random numbers. */
export interface Draws {
  /** Tells it from others of the expression. */
  readonly index: number;
  /** It certainly is true for some draws, and false for others. */
  readonly isOpen: boolean;
}

/** A value that a policy writes out. */
export type Constant = string | number | boolean | null | readonly Constant[];

export type Join = (of: readonly Condition[]) => Condition;

export const constant = (value: boolean): Condition => ({ kind: "constant", value });
export const not = (of: Condition): Condition => ({ kind: "not", of });
export const [all, any] = (["all", "any"] as const).map(
  (kind) =>
    (of: readonly Condition[]): Condition =>
      of.length === 1 ? (of[0] as Condition) : { kind, of },
) as [Join, Join];

/** Names of a comprehension that stand for a literal, or for any value of a subject. */
export type Bound = ReadonlyMap<string, Operand>;

export type Operand =
  | { readonly is: "literal"; readonly value: string | boolean }
  | { readonly is: "list"; readonly items: readonly ASTNode[] }
  | ({ readonly is: "subject" } & Pick<Test, "subject" | "isFolded" | "needs">)
  /** The values of a name: `req.headers['x-user']`. */
  | ({ readonly is: "values" } & Pick<Test, "subject" | "needs">);

export type Values = Extract<Operand, { is: "values" }>;
export type Subject = Extract<Operand, { is: "subject" }>;

/** Stands for any name in a map. */
export const nameIn = (map: string) => `${map}.*`;

/** A condition on the names in a map as one on what is there: undefined for one that is more than some names. */
export function namedIn(map: string, condition: Condition): Condition | undefined {
  if (condition.kind === "any") {
    const each = condition.of.map((one) => namedIn(map, one));
    return each.includes(undefined) ? undefined : any(each as Condition[]);
  }
  if (condition.kind !== "test" || condition.subject !== nameIn(map) || condition.is !== "equal")
    return undefined;
  return present(map, map === "req.headers" ? condition.value.toLowerCase() : condition.value);
}

/** Whether it asks one thing of one value of a subject, or one of several: what holds of any value is told by any of them. */
export const isAnyOf = (condition: Condition, subject: string): boolean =>
  condition.kind === "any"
    ? condition.of.every((one) => isAnyOf(one, subject))
    : condition.kind === "test" && condition.subject === subject;

export const isNoneOf = (condition: Condition, subject: string): boolean =>
  condition.kind === "all"
    ? condition.of.every((one) => isNoneOf(one, subject))
    : condition.kind === "not" && isAnyOf(condition.of, subject);

/** Claims of tokens and of users: texts, or lists of texts. */
export const CLAIM = /^actions\.ngrok\.\w+\.(?:tokens\[\d+\]\.payload|identity)\.\w/;

/** The items of a claim that is a list. */
export const valuesOf = ({ subject, isFolded }: Subject): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded,
  needs: subject,
});

/** Any of the values of a name, which there need not be. */
export const anyOf = ({ subject, needs }: Values): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded: false,
  ...(needs !== undefined && { needs }),
});

export const present = (base: string, name: string): Test => ({
  kind: "test",
  subject: `${base}.${name}`,
  is: "present",
  value: "",
  isFolded: false,
});

export function test(
  { subject, isFolded, needs }: Omit<Extract<Operand, { is: "subject" }>, "is">,
  is: Test["is"],
  value: string,
): Test {
  return { kind: "test", subject, is, value, isFolded, ...(needs !== undefined && { needs }) };
}

/** The same for each text, where there is one: elsewhere the expression fails. */
export const always = (
  subject: Omit<Extract<Operand, { is: "subject" }>, "is">,
  value: boolean,
): Condition => {
  if (subject.needs === undefined) return constant(value);
  const isThere = test(subject, "start", "");
  return value ? isThere : not(isThere);
};
