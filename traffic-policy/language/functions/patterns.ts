import { ExpressionFailure, Undecided } from "../values";

/** The cost of looking for a regular expression in a text: both lengths count. */
export const patternCost = (source: number, text: number): number => 1 + (source * (text + 16)) / 16;

/** Longest regular expression that is read. */
const LONGEST_PATTERN = 4096;

/** A regular expression of RE2; matching takes linear time. @throws ExpressionFailure if it cannot be read */
export function pattern(source: string): ReturnType<typeof import("re2js").RE2JS.compile> {
  // Loaded where it is needed: few policies have a pattern.
  const { RE2JS } = require("re2js") as typeof import("re2js");
  if (source.length > LONGEST_PATTERN) throw new Undecided("a regular expression of more than 4 KiB");
  try {
    return RE2JS.compile(source);
  } catch {
    throw new ExpressionFailure("a regular expression cannot be read");
  }
}

/** True if a regular expression is found anywhere in a text. */
export const matches = (text: string, source: string): boolean => pattern(source).matcher(text).find();
