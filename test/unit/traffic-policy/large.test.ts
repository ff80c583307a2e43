import { describe, expect, test } from "vitest";
import { celFindings } from "../../../traffic-policy/check/expressions";
import { canonicalCel, parseCel } from "../../../traffic-policy/language/parse";
import { PatternChecker } from "../../../traffic-policy/language/patterns";
import { vaultSecrets } from "../../../traffic-policy/references/vault-secrets";
import { readCondition } from "../../../traffic-policy/symbolic/condition-reader";

const LENGTH = 20_000;

/** Expressions of about 20,000 characters, nested or repeated in different ways. */
const LARGE_EXPRESSIONS: Readonly<Record<string, string>> = {
  parentheses: `${"(".repeat(LENGTH / 2)}true${")".repeat(LENGTH / 2)}`,
  negations: `${"!".repeat(LENGTH)}true`,
  signs: `${"-".repeat(LENGTH)}1 > 0`,
  sums: `${Array(LENGTH / 2)
    .fill("1")
    .join("+")} > 1`,
  lists: `${"[".repeat(LENGTH / 2)}${"]".repeat(LENGTH / 2)}.size() > 0`,
  fields: `req${".a".repeat(LENGTH / 2)} == 'x'`,
  calls: `${"has(".repeat(LENGTH / 5)}a${")".repeat(LENGTH / 5)}`,
  conditionals: `${"true ? ".repeat(LENGTH / 15)}true${" : false".repeat(LENGTH / 15)}`,
  "nested operands": `${Array(LENGTH / 4)
    .fill("1")
    .join("+")} > 1 && ${"!".repeat(LENGTH / 2)}true`,
  quotes: '\\"'.repeat(LENGTH / 2),
};

describe.each(Object.entries(LARGE_EXPRESSIONS))("an expression with many %s", (_, expression) => {
  test("is reported as too large or invalid", () => {
    const findings = celFindings(expression, { phase: "on_http_request" });
    for (const { reason } of findings) expect(reason).toMatch(/^is (too large|not a valid CEL expression)/);
    expect(findings).not.toEqual([]);
    expect(() => vaultSecrets({ on_http_request: [{ expressions: [expression] }] })).not.toThrow();
    // An expression that isn't parsed is opaque.
    expect(readCondition(expression)).toMatchObject({ kind: "expression" });
  });
});

test("reads a condition with many operands", () => {
  const expression = Array(1_500).fill("req.url.path == '/'").join(" || ");
  expect(celFindings(expression, { phase: "on_http_request" })).toEqual([]);
  const ast = parseCel(expression);
  expect(ast && canonicalCel(ast)).toContain("req.url.path");
  // Not opaque.
  expect(readCondition(expression)).not.toMatchObject({ kind: "expression" });
});

test("prints a chain of 20,000 operands", () => {
  const ast = parseCel(Array(20_000).fill("a").join("||"));
  expect(ast && canonicalCel(ast)).toBe(Array(20_000).fill("a").join(" || "));
});

test.each([
  ["groups", `${"(".repeat(2_000)}${")".repeat(2_000)}`],
  ["repetitions", "(?:a{1000}){1000}".repeat(100)],
  ["alternatives", "(a*|".repeat(900) + ")".repeat(900)],
])("checks a pattern with many %s without an overflow", (_, pattern) => {
  expect(() => new PatternChecker().problem(pattern)).not.toThrow();
});
