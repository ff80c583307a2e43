import { describe, expect, test } from "vitest";
import { evaluateConstant } from "../../../traffic-policy/evaluate/constants";
import { canonicalCel, parseCel } from "../../../traffic-policy/language/parse";
import fc from "../../support/properties";

const canonicalText = (expression: string) => {
  const ast = parseCel(expression);
  return ast === undefined ? undefined : canonicalCel(ast);
};

describe("canonicalCel", () => {
  test.each([
    "(a == b) == (c == d)",
    "a == (b == c)",
    "a - (b - c)",
    "a % (b * c)",
    "(a in b) in c",
    "(a || b) && c",
    "!(a && b)",
    '{"a": [1, 2u, 3.5]}["a"]',
    "a.exists(b, b == (c == d))",
  ])("keeps the required parentheses in %s", (expression) => {
    expect(canonicalText(expression)).toBe(expression);
  });

  test.each([
    ["((a)) && (b && (c))", "a && b && c"],
    ["a == b == c", "(a == b) == c"],
    ["(a * b) + c", "a * b + c"],
  ])("normalizes the parentheses in %s to %s", (expression, expected) => {
    expect(canonicalText(expression)).toBe(expected);
  });

  test("doesn't change the value of an expression", () => {
    const { ints, bools } = fc.letrec<{ ints: string; bools: string }>((tie) => ({
      ints: fc.oneof(
        { depthSize: "small" },
        fc.integer({ min: -3, max: 5 }).map(String),
        fc
          .tuple(tie("ints"), fc.constantFrom("+", "-"), tie("ints"))
          .map(([left, op, right]) => `(${left} ${op} ${right})`),
        tie("ints").map((operand) => `-(${operand})`),
        fc
          .tuple(tie("bools"), tie("ints"), tie("ints"))
          .map(([condition, a, b]) => `(${condition} ? ${a} : ${b})`),
      ),
      bools: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("true", "false"),
        fc
          .tuple(tie("bools"), fc.constantFrom("&&", "||", "==", "!="), tie("bools"))
          .map(([left, op, right]) => `(${left} ${op} ${right})`),
        fc
          .tuple(tie("ints"), fc.constantFrom("==", "<", ">="), tie("ints"))
          .map(([left, op, right]) => `(${left} ${op} ${right})`),
        tie("bools").map((operand) => `!(${operand})`),
      ),
    }));
    // JavaScript evaluates these expressions alike, except for `==` and `--`.
    const value = (expression: string) =>
      Function(`return ${expression.replace(/(?<![=!<>])==(?!=)/g, "===").replace(/-(?=-)/g, "- ")}`)();
    fc.assert(
      fc.property(fc.oneof(ints, bools), (expression) => {
        const text = canonicalText(expression) as string;
        expect(canonicalText(text)).toBe(text);
        const ast = parseCel(expression);
        const result = ast && evaluateConstant(ast, new Map());
        expect(typeof result === "bigint" ? Number(result) : result).toEqual(value(expression));
      }),
    );
  });
});
