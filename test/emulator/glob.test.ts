import { describe, expect, test } from "vitest";
import { globMatcher } from "../../emulator/account/glob";
import fc from "../support/properties";

describe("patterns with *", () => {
  /** The equivalent regular expression of a pattern. */
  const meaning = (pattern: string) =>
    new RegExp(
      `^${pattern
        .split("*")
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
        .join("[^]*")}$`,
      "i",
    );

  test("mean what a regular expression would", () => {
    const letters = fc.stringMatching(/^[abA./*]{0,8}$/);
    fc.assert(
      fc.property(letters, letters, (pattern, text) => {
        expect(globMatcher(pattern)(text)).toBe(meaning(pattern).test(text));
      }),
      { numRuns: 5000 },
    );
  });

  test("a pattern of many stars ends in a moment on a text that nearly fits", () => {
    // A regular expression of as many stars has not ended within the age of the universe.
    expect(globMatcher(`${"*a".repeat(50_000)}*b`)("a".repeat(100_000))).toBe(false);
    expect(globMatcher("*a".repeat(30))(`${"a".repeat(5000)}b`)).toBe(false);
  });
});
