import { describe, expect, test } from "vitest";
import { globMatcher } from "../../emulator/account/glob";
import fc from "../support/properties";

describe("patterns with *", () => {
  /** The regular expression that is equivalent to a pattern. */
  const toRegExp = (pattern: string) =>
    new RegExp(
      `^${pattern
        .split("*")
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
        .join("[^]*")}$`,
      "i",
    );

  test("match like the equivalent regular expression", () => {
    const letters = fc.stringMatching(/^[abA./*]{0,8}$/);
    fc.assert(
      fc.property(letters, letters, (pattern, text) => {
        expect(globMatcher(pattern)(text)).toBe(toRegExp(pattern).test(text));
      }),
      { numRuns: 5000 },
    );
  });

  test("match quickly, even with many stars and a text that nearly matches", () => {
    // A regular expression with as many stars would backtrack forever.
    expect(globMatcher(`${"*a".repeat(50_000)}*b`)("a".repeat(100_000))).toBe(false);
    expect(globMatcher("*a".repeat(30))(`${"a".repeat(5000)}b`)).toBe(false);
  });
});
