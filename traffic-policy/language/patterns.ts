import { ExpressionFailure, Undecided } from "./values";

type Re2 = typeof import("re2js");

/** Longest pattern that is compiled: compiling holds up everything else. */
const MOST_CHARACTERS = 4096;

/** What all patterns of one policy may cost together, about a second. */
const MOST_COST = 4_000_000;

/** Compiles the regular expressions of one policy as RE2 does, within a limit. */
export class Patterns {
  private left = MOST_COST;
  private readonly known = new Map<string, string | undefined>();

  /** Why RE2 does not read a pattern, without a part of it; undefined for one that it reads, or that was not compiled. */
  wrong(pattern: string): string | undefined {
    if (this.known.has(pattern)) return this.known.get(pattern);
    if (pattern.length > MOST_CHARACTERS) return undefined;
    const cost = costOf(pattern);
    if (cost > this.left) return undefined;
    this.left -= cost;
    const reason = refusal(pattern);
    this.known.set(pattern, reason);
    return reason;
  }
}

/** The program of a pattern is as large as the pattern, times its largest count of repetitions. */
function costOf(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)].flatMap(([, low, high]) => [
    Number(low),
    Number(high || 0),
  ]);
  return pattern.length * (1 + Math.max(0, ...counts));
}

function refusal(pattern: string): string | undefined {
  // Loaded where it is needed: few programs have a pattern.
  const { RE2JS, RE2JSSyntaxException } = require("re2js") as Re2;
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    // Nested deeper than the library can follow.
    if (error instanceof RangeError) return undefined;
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    // Which scripts have a name depends on the version of Unicode.
    if (/^\[?\^?\\p/i.test(error.getPattern() ?? "")) return undefined;
    return `is no regular expression that RE2 reads: ${error.getDescription()}${advice(pattern)}`;
  }
}

/** What other kinds of regular expressions have. */
function advice(pattern: string): string {
  if (/\(\?<?[=!]/.test(pattern)) return "; RE2 has neither look-ahead nor look-behind";
  if (/\\[1-9]/.test(pattern)) return "; RE2 has no references to groups";
  return "";
}

/** Whether RE2 certainly does not read a regular expression. */
export const isRefused = (pattern: string): boolean => new Patterns().wrong(pattern) !== undefined;

/** Whether a regular expression is found in a text; undefined for one that is not compiled. */
export function finds(source: string, text: string): boolean | undefined {
  if (costOf(source) > MOST_COST / 100) return undefined;
  try {
    return matches(text, source);
  } catch {
    return undefined;
  }
}

/** True if a regular expression is found anywhere in a text. @throws ExpressionFailure, Undecided */
export const matches = (text: string, source: string): boolean => pattern(source).matcher(text).find();

/** A regular expression of RE2; matching takes linear time. @throws ExpressionFailure if it cannot be read */
export function pattern(source: string): ReturnType<Re2["RE2JS"]["compile"]> {
  const { RE2JS } = require("re2js") as Re2;
  if (source.length > MOST_CHARACTERS) throw new Undecided("a regular expression of more than 4 KiB");
  try {
    return RE2JS.compile(source);
  } catch {
    throw new ExpressionFailure("a regular expression cannot be read");
  }
}

/** The cost of looking for a regular expression in a text: both lengths count. */
export const patternCost = (source: number, text: number): number => 1 + (source * (text + 16)) / 16;
