import { describe, expect, test } from "vitest";
import { evaluateConstant } from "../../../traffic-policy/evaluate/constants";
import { canonicalCel, parseCel } from "../../../traffic-policy/language/parse";
import { type Props, reviewOf, updated } from "../../support/previews";
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
    "(-1).abs()",
    "(a ? b : c) ? d : e",
    "a ? (b ? c : d) : e",
    "(a + b).size()[0].c",
    '{"a": [1, 2u, 3.5]}["a"]',
    "a.exists(b, b == (c == d))",
  ])("keeps required parentheses: %s", (expression) => {
    expect(spelled(expression)).toBe(expression);
  });

  test.each([
    ["((a)) && (b && (c))", "a && b && c"],
    ["a == b == c", "(a == b) == c"],
    ["(a * b) + c", "a * b + c"],
    ["a ? b : (c ? d : e)", "a ? b : c ? d : e"],
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

test("a review distinguishes expressions that differ only in parentheses", async () => {
  const deny = (expression: string) => ({ expressions: [expression], actions: [{ type: "deny" }] });
  const policy = (expression: string) =>
    ({
      url: "https://app.example.com",
      trafficPolicy: {
        on_http_request: [
          deny(expression),
          { actions: [{ type: "custom-response", config: { status_code: 200 } }] },
        ],
      },
    }) as unknown as Props;
  const one = "(req.method == 'GET') == (req.url.path == '/admin')";
  const { exposure } = await reviewOf([
    updated("Endpoint", "app", "ep", policy(one), policy(one.replaceAll(/[()]/g, "")), ["trafficPolicy"]),
  ]);
  const [found] = exposure.changed;
  expect(found?.verdict).toBe("shifts");
  expect(found?.newcomers.map(({ who }) => who).join()).toContain(
    '(req.method == "GET") == (req.url.path == "/admin")',
  );
});
