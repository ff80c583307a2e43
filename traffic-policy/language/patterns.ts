import { ExpressionFailure, Undecided } from "./values";

type Re2 = typeof import("re2js");

/** Limits the length of patterns, because compiling them blocks the event loop. */
const MAX_CHARACTERS = 4096;

/** Limits the time for all patterns of a policy to about a second. */
const MAX_COST = 4_000_000;

export class PatternChecker {
  private budget = MAX_COST;

  /** Returns the reason RE2 rejects a pattern, without quoting it; undefined if it is valid or too costly to check. */
  problem(pattern: string): string | undefined {
    if (pattern.length > MAX_CHARACTERS) return undefined;
    const cost = compileCost(pattern);
    if (cost > this.budget) return undefined;
    this.budget -= cost;
    return compileProblem(pattern);
  }
}

/** Estimates the cost of compiling a pattern: its length times its largest repetition count. */
function compileCost(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)].flatMap((match) => match.slice(1));
  return pattern.length * (1 + Math.max(0, ...counts.map((count) => Number(count || 0))));
}

function compileProblem(pattern: string): string | undefined {
  // Loaded on first use, since few programs have a pattern.
  const { RE2JS, RE2JSSyntaxException } = require("re2js") as Re2;
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    // The pattern is too deeply nested for the library, not necessarily for the service.
    if (error instanceof RangeError) return undefined;
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    // The service may know other scripts, such as `\p{Greek}`, because their names depend on the Unicode version.
    if (/^\[?\^?\\p/i.test(error.getPattern() ?? "")) return undefined;
    return `is not a valid RE2 regular expression: ${error.getDescription()}${advice(pattern)}`;
  }
}

function advice(pattern: string): string {
  if (/\(\?<?[=!]/.test(pattern)) return "; RE2 has neither look-ahead nor look-behind";
  if (/\\[1-9]/.test(pattern)) return "; RE2 has no references to groups";
  return "";
}

export const isInvalidPattern = (pattern: string): boolean =>
  new PatternChecker().problem(pattern) !== undefined;

/** True if a pattern matches part of a text. @throws ExpressionFailure, Undecided */
export const matches = (text: string, source: string): boolean => compilePattern(source).matcher(text).find();

/** Compiles an RE2 pattern, which matches in linear time. @throws ExpressionFailure for an invalid pattern */
export function compilePattern(source: string): ReturnType<Re2["RE2JS"]["compile"]> {
  const { RE2JS } = require("re2js") as Re2;
  if (source.length > MAX_CHARACTERS) throw new Undecided("a regular expression of more than 4 KiB");
  try {
    return RE2JS.compile(source);
  } catch {
    throw new ExpressionFailure("a regular expression is invalid");
  }
}

/** Returns the evaluation steps of a search: about one for each 16 pairs of a pattern and a text character. */
export const patternCost = (patternLength: number, textLength: number): number =>
  1 + (patternLength * (textLength + 16)) / 16;
