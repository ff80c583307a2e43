import { describe, expect, test } from "vitest";
import { evaluateConstant } from "../../../traffic-policy/evaluate/constants";
import { canonicalCel, parseCel } from "../../../traffic-policy/language/parse";
import fc from "../../support/properties";

const spelled = (expression: string) => {
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
  ])("keeps required parentheses: %s", (expression) => {
    expect(spelled(expression)).toBe(expression);
  });

  test.each([
    ["((a)) && (b && (c))", "a && b && c"],
    ["a == b == c", "(a == b) == c"],
    ["(a * b) + c", "a * b + c"],
  ])("removes other parentheses, except in comparisons of comparisons: %s", (expression, expected) => {
    expect(spelled(expression)).toBe(expected);
  });

  test("doesn't change the value of an expression", () => {
    const { ints, bools } = fc.letrec<{ ints: string; bools: string }>((tie) => ({
      ints: fc.oneof(
        { depthSize: "small" },
        fc.integer({ min: -3, max: 5 }).map(String),
        fc
          .tuple(tie("ints"), fc.constantFrom("+", "-"), tie("ints"))
          .map(([one, op, other]) => `(${one} ${op} ${other})`),
        tie("ints").map((one) => `-(${one})`),
        fc.tuple(tie("bools"), tie("ints"), tie("ints")).map(([is, a, b]) => `(${is} ? ${a} : ${b})`),
      ),
      bools: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("true", "false"),
        fc
          .tuple(tie("bools"), fc.constantFrom("&&", "||", "==", "!="), tie("bools"))
          .map(([one, op, other]) => `(${one} ${op} ${other})`),
        fc
          .tuple(tie("ints"), fc.constantFrom("==", "<", ">="), tie("ints"))
          .map(([one, op, other]) => `(${one} ${op} ${other})`),
        tie("bools").map((one) => `!(${one})`),
      ),
    }));
    // JavaScript has the same syntax for these expressions.
    const value = (expression: string) =>
      Function(`return ${expression.replace(/(?<![=!<>])==(?!=)/g, "===").replace(/-(?=-)/g, "- ")}`)();
    fc.assert(
      fc.property(fc.oneof(ints, bools), (expression) => {
        const text = spelled(expression) as string;
        expect(spelled(text)).toBe(text);
        const ast = parseCel(expression);
        const given = ast && evaluateConstant(ast, new Map());
        expect(typeof given === "bigint" ? Number(given) : given).toEqual(value(expression));
      }),
    );
  });
});
