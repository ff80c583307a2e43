import type { RE2JS } from "re2js";
import { compilePattern } from "../traffic-policy/language/patterns";
import type { Test } from "../traffic-policy/symbolic/policy-reader";
import type { Answer } from "./question";
import { Automaton, LIMITS, MAX_CODE_POINT, Meter, NO_STATE, type Transition } from "./re2-automaton";
import { every } from "./three-valued";

/** A test of a text. This module doesn't decide the tests `network` and `present`. */
export type TextTest = Pick<Test, "is" | "value" | "isFolded">;

export type TextConstraint = Answer<TextTest>;

export const patternConstraint = (value: string, isTrue = true): TextConstraint => ({
  question: { is: "match", value, isFolded: false },
  isTrue,
});

/** The values that a property can have, as RE2 patterns. */
export interface Domain {
  /** Values that clients usually send and all servers read the same way, the most common first. */
  readonly preferred: readonly string[];
  /** All possible values. An empty pattern matches every text. */
  readonly allowed: string;
}

export const ANY_TEXT: Domain = { preferred: ["^[ -~]*$"], allowed: "" };

const MAX_CACHED = 2000;

/** Caches results by argument. A result that used up the work budget may be wrong, so it isn't cached. */
function memoize<Argument, Result>(compute: (argument: Argument, meter: Meter) => Result) {
  const results = new Map<string, Result>();
  return (argument: Argument, meter = new Meter()): Result => {
    const key = typeof argument === "string" ? argument : JSON.stringify(argument);
    if (results.has(key)) return results.get(key) as Result;
    if (results.size >= MAX_CACHED) results.clear();
    const result = compute(argument, meter);
    if (meter.remaining > 0) results.set(key, result);
    return result;
  };
}

/** Compiles an RE2 pattern, so matching takes linear time. Undefined if the pattern is invalid or too long. */
const tryCompile = memoize((pattern: string): RE2JS | undefined => {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
});

export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** True if a text passes a test; undefined for an invalid pattern, and for the tests `network` and `present`. */
export function passesTest({ is, value, isFolded }: TextTest, original: string): boolean | undefined {
  const text = isFolded ? lowerAscii(original) : original;
  switch (is) {
    case "equal":
      return text === value;
    case "start":
      return text.startsWith(value);
    case "end":
      return text.endsWith(value);
    case "part":
      return text.includes(value);
    case "match":
      return tryCompile(value)?.matcher(text).find();
    default:
      return undefined;
  }
}

/**
 * Finds a short text that meets all constraints and that clients usually send. Null if no text meets them; undefined if only
 * an unusual text may meet them, or if a pattern is invalid or too large.
 */
export function findText(
  constraints: readonly TextConstraint[],
  domain: Domain,
  meter = new Meter(),
): string | null | undefined {
  const exact = constraints.find(
    ({ question, isTrue }) => isTrue && question.is === "equal" && !question.isFolded,
  );
  if (exact) return checkExactText(exact.question.value, constraints, domain);
  const keys = constraints.map(({ question: { is, value, isFolded }, isTrue }) =>
    JSON.stringify({ isTrue, question: { is, value, isFolded } }),
  );
  const canonical = [...new Set(keys)].sort().map((key): TextConstraint => JSON.parse(key));
  for (const pattern of domain.preferred) {
    const text = solve([patternConstraint(pattern), ...canonical], meter);
    if (typeof text === "string") return text;
  }
  return solve([patternConstraint(domain.allowed), ...canonical], meter) === null ? null : undefined;
}

/** True if a text meets a constraint; undefined for an invalid pattern. */
function isMet({ question, isTrue }: TextConstraint, text: string): boolean | undefined {
  const isPassed = passesTest(question, text);
  return isPassed === undefined ? undefined : isPassed === isTrue;
}

function checkExactText(
  text: string,
  constraints: readonly TextConstraint[],
  domain: Domain,
): string | null | undefined {
  const areMet = every(
    [patternConstraint(domain.allowed), ...constraints].map((constraint) => isMet(constraint, text)),
  );
  if (areMet !== true) return areMet === false ? null : undefined;
  return domain.preferred.some((pattern) => isMet(patternConstraint(pattern), text)) ? text : undefined;
}

/**
 * Finds a text that meets all constraints; null if there is none, undefined if undecided. Automata are expensive, and a text
 * that passes all required tests usually fails the forbidden ones. So a forbidden test gets an automaton only after a text
 * has passed it.
 */
const solve = memoize((constraints: readonly TextConstraint[], meter): string | null | undefined => {
  const enforced = constraints.filter(({ isTrue }) => isTrue);
  for (;;) {
    const automata = enforced.map(({ question, isTrue }) => ({
      automaton: findAutomaton(question, meter),
      isTrue,
    }));
    if (automata.some(({ automaton }) => automaton === undefined)) return undefined;
    const text = shortestText(automata as readonly AutomatonConstraint[], meter);
    if (typeof text !== "string") return text;
    // Automata may differ from what re2js matches.
    if (!enforced.every((constraint) => isMet(constraint, text))) return undefined;
    const violated = constraints.find((constraint) => !isMet(constraint, text));
    if (violated === undefined) return text;
    enforced.push(violated);
  }
});

interface AutomatonConstraint {
  readonly automaton: Automaton;
  readonly isTrue: boolean;
}

/** The automaton that accepts the texts that pass a test; undefined if the test is invalid or too large. */
const findAutomaton = memoize(({ is, value, isFolded }: TextTest, meter): Automaton | undefined => {
  const source = is === "match" ? value : PATTERNS[is]?.(escapePattern(value));
  const pattern = source === undefined ? undefined : tryCompile(source);
  const automaton = pattern && Automaton.of(pattern, isFolded);
  if (automaton === undefined) return undefined;
  // The automaton is built from internals of re2js, so check it against re2js itself.
  const isCorrect = [true, false].every((expected) => {
    const text = shortestText([{ automaton, isTrue: expected }], meter);
    return typeof text !== "string" || passesTest({ is, value, isFolded }, text) === expected;
  });
  return isCorrect ? automaton : undefined;
});

const PATTERNS: Readonly<Partial<Record<TextTest["is"], (escaped: string) => string>>> = {
  equal: (escaped) => `^${escaped}$`,
  start: (escaped) => `^${escaped}`,
  end: (escaped) => `${escaped}$`,
  part: (escaped) => escaped,
};

/** Ranges of characters, the most readable first. */
const READABLE_RANGES = ["az", "09", "AZ", "--", "//", "!~", "  "].map((range) => [
  range.charCodeAt(0),
  range.charCodeAt(1),
]) as readonly (readonly [number, number])[];

/** The most readable character of a range, and its rank. */
function mostReadable({ min, end }: CommonRange): readonly [rank: number, char: number] {
  const index = READABLE_RANGES.findIndex(([from, to]) => min <= to && end > from);
  const from = READABLE_RANGES[index]?.[0] ?? min;
  return [index < 0 ? READABLE_RANGES.length : index, Math.max(from, min)];
}

/**
 * Finds the shortest text that meets all constraints, by a breadth-first search of the product of the automata. Null if there
 * is none, undefined if the search takes too long.
 */
function shortestText(constraints: readonly AutomatonConstraint[], meter: Meter): string | null | undefined {
  const start = constraints.map(() => 0);
  const visited = new Map<string, { readonly states: readonly number[]; readonly text: string }>([
    [start.join(), { states: start, text: "" }],
  ]);
  const minRemaining = Math.max(0, meter.remaining - LIMITS.steps);
  // Iterating over a map includes entries that are added meanwhile.
  for (const { states, text } of visited.values()) {
    const isEnd = constraints.every(
      ({ automaton, isTrue }, index) => automaton.isFinal(states[index] as number) === isTrue,
    );
    if (isEnd) return text;
    const rows = constraints.map(({ automaton }, index) =>
      automaton.transitionsOf(states[index] as number, meter),
    );
    if (rows.includes(undefined)) return undefined;
    const next = new Map<string, { states: readonly number[]; rank: number; char: number }>();
    for (const range of commonRanges(rows as readonly (readonly Transition[])[])) {
      meter.remaining -= constraints.length;
      if (meter.remaining < minRemaining) return undefined;
      const { to } = range;
      if (constraints.some(({ isTrue }, index) => isTrue && to[index] === NO_STATE)) continue;
      const [rank, char] = mostReadable(range);
      const key = to.join();
      const previous = next.get(key);
      if (previous === undefined || rank < previous.rank) next.set(key, { states: to, rank, char });
    }
    for (const [key, { states: nextStates, char }] of next)
      if (!visited.has(key))
        visited.set(key, { states: nextStates, text: text + String.fromCodePoint(char) });
  }
  return null;
}

/** Code points that UTF-8 can't encode. */
const SURROGATES = { min: 0xd800, max: 0xdfff } as const;

/** Characters from `min` up to but excluding `end`, with the next state of each automaton. */
interface CommonRange {
  readonly min: number;
  readonly end: number;
  readonly to: readonly number[];
}

/** Splits all characters into ranges within which each row has a single transition. */
function* commonRanges(rows: readonly (readonly Transition[])[]): Generator<CommonRange> {
  const starts = new Set([0, SURROGATES.min, SURROGATES.max + 1]);
  for (const row of rows)
    for (const { min, max } of row) {
      starts.add(min);
      if (max < MAX_CODE_POINT) starts.add(max + 1);
    }
  const sorted = [...starts].sort((left, right) => left - right);
  /** The index of the current transition in each row. Rows are sorted. */
  const positions = rows.map(() => 0);
  for (const [index, min] of sorted.entries()) {
    if (min === SURROGATES.min) continue;
    const to = rows.map((row, rowIndex) => {
      let position = positions[rowIndex] as number;
      while ((row[position]?.max ?? MAX_CODE_POINT) < min) position += 1;
      positions[rowIndex] = position;
      const transition = row[position];
      return transition !== undefined && transition.min <= min ? transition.to : NO_STATE;
    });
    yield { min, end: sorted[index + 1] ?? Number.POSITIVE_INFINITY, to };
  }
}
