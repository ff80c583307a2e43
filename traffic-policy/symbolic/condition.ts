import type { ASTNode } from "@marcbachmann/cel-js";
import { finds } from "../language/patterns";

/** One question about a value of the connection or request. */
export interface Test {
  readonly kind: "test";
  /**
   * The value, as a variable: `req.url.path`, `conn.client_ip`. Of values by name, `req.headers.x-user[0]` is the first
   * one of a name, `req.headers.x-user[*]` any of them, and `req.headers.x-user` whether there is one.
   */
  readonly subject: string;
  readonly is: "equal" | "start" | "end" | "part" | "match" | "network" | "present";
  /** What it is compared with: a text, a regular expression, a CIDR; for `present` how many there are at least, if it is not one. */
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
   * An expression, in its canonical spelling, of which nothing is known but that it gives the same for the same client. One
   * with `draws` reads random numbers, and gives something else each time that it is evaluated.
   */
  | {
      readonly kind: "undecided";
      readonly text: string;
      readonly reads: readonly string[];
      readonly draws?: Draws;
    };

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

export const firstOf = ({ subject, needs }: Values): Subject => ({
  is: "subject",
  subject: `${subject}[0]`,
  isFolded: false,
  needs: needs ?? subject,
});

/** That there are so many values of a name, or more. */
export const countOf = ({ subject }: Values, least: number): Test => ({
  kind: "test",
  subject,
  is: "present",
  value: least === 1 ? "" : String(least),
  isFolded: false,
});

/** A condition that fails where a name that has to be there is not. */
export function orFails(values: Values, of: Condition): Condition {
  if (values.needs === undefined) return of;
  const isThere = countOf(values, 1);
  return any([all([isThere, of]), all([not(isThere), { kind: "failure", text: values.subject }])]);
}

/** A condition on all values of a name, told by the first one where there are no others. */
export function ofFew(values: Values, ofFirst: Condition, ofNone: Condition, ofMany: Condition): Condition {
  const [one, many] = [countOf(values, 1), countOf(values, 2)];
  return orFails(values, any([all([not(one), ofNone]), all([one, not(many), ofFirst]), all([many, ofMany])]));
}

/** A condition on one text, of the empty one. */
export function ofEmpty(condition: Condition): Condition {
  switch (condition.kind) {
    case "not":
      return not(ofEmpty(condition.of));
    case "all":
    case "any":
      return { kind: condition.kind, of: condition.of.map(ofEmpty) };
    case "test":
      return constant(
        condition.is === "match" ? finds(condition.value, "") === true : condition.value === "",
      );
    default:
      return condition;
  }
}

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

export type Comparison = "==" | "<" | "<=" | ">" | ">=";

export const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  "==": "==",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** A comparison of a count with a number. @param atLeast - That it is so many or more. */
export function compared(op: Comparison, count: number, atLeast: (least: number) => Condition): Condition {
  switch (op) {
    case "==":
      return count === 0 ? not(atLeast(1)) : all([atLeast(count), not(atLeast(count + 1))]);
    case ">":
      return atLeast(count + 1);
    case ">=":
      return atLeast(count);
    case "<":
      return not(atLeast(count));
    case "<=":
      return not(atLeast(count + 1));
  }
}
