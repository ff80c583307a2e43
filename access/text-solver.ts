import { type Automaton, MAX_CODE_POINT, NO_STATE, SURROGATES, type Transition } from "./automaton";
import { compilePattern, quotedPattern } from "./re2";
import { automatonFor, LIMITS, Meter } from "./re2-automaton";

export { Meter } from "./re2-automaton";

/** A condition on one text. */
export interface TextTest {
  readonly is: "equal" | "start" | "end" | "part" | "match";
  /** A text, or for `match` a pattern of RE2 that has to be found anywhere in the text. */
  readonly value: string;
  /** Letters A to Z of the text count as a to z. */
  readonly isFolded: boolean;
}

/** A condition that has to hold, or must not. */
export interface TextAnswer {
  readonly test: TextTest;
  readonly is: boolean;
}

/** The texts that a variable can have, as patterns of RE2. */
export interface Domain {
  /** What clients usually send, the most common first: every server understands it in the same way. */
  readonly preferred: readonly string[];
  /** Outside of this, no client can send anything. */
  readonly allowed: string;
}

export const ANY_TEXT: Domain = { preferred: ["^[ -~]*$"], allowed: "" };

/** Keeps results by their keys, a limited number of them; none that only a lack of work that is left has made. */
function cached<Result>(make: (key: string, meter: Meter) => Result): (key: string, meter: Meter) => Result {
  const results = new Map<string, Result>();
  return (key, meter) => {
    if (results.has(key)) return results.get(key) as Result;
    if (results.size >= LIMITS.cached) results.clear();
    const result = make(key, meter);
    if (meter.remaining > 0) results.set(key, result);
    return result;
  };
}

const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a text passes a test; undefined for a pattern that cannot be read. RE2 takes linear time. */
export function holds({ is, value, isFolded }: TextTest, given: string): boolean | undefined {
  const text = isFolded ? lowerAscii(given) : given;
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
      return compilePattern(value)?.matcher(text).find();
  }
}

/**
 * A text that gives all of these answers: a short one, of what clients usually send. Null where there is certainly none,
 * undefined where that is not decided: a pattern cannot be read, or is larger than the bounds allow.
 */
export function findText(
  answers: readonly TextAnswer[],
  domain: Domain,
  meter = new Meter(),
): string | null | undefined {
  const exact = answers.find(({ test, is }) => is && test.is === "equal" && !test.isFolded);
  if (exact) return checkExactText(exact.test.value, answers, domain);
  const given = answers.map(({ test, is }) => JSON.stringify([is, test.is, test.value, test.isFolded]));
  const key = [...new Set(given)].sort();
  for (const natural of domain.preferred) {
    const word = solve(JSON.stringify([natural, ...key]), meter);
    if (word !== null && word !== undefined) return word;
  }
  return solve(JSON.stringify([domain.allowed, ...key]), meter) === null ? null : undefined;
}

/** The one text that there is. */
function checkExactText(
  text: string,
  answers: readonly TextAnswer[],
  domain: Domain,
): string | null | undefined {
  const isIn = (pattern: string) => holds({ is: "match", value: pattern, isFolded: false }, text);
  const each = answers.map(({ test, is }) => {
    const held = holds(test, text);
    return held === undefined ? undefined : held === is;
  });
  if (each.includes(false) || isIn(domain.allowed) === false) return null;
  if (each.includes(undefined)) return undefined;
  return domain.preferred.some((pattern) => isIn(pattern) === true) ? text : undefined;
}

/**
 * A word of a domain that gives all answers; null without any, undefined where that is not decided. Most answers need no
 * automaton: a word that is wanted mostly avoids what is not, and one that does not says which.
 */
const solve = cached((key, meter): string | null | undefined => {
  const [domain = "", ...given] = JSON.parse(key) as string[];
  let asked: readonly TextAnswer[] = [
    { is: true, test: { is: "match", value: domain, isFolded: false } },
    ...given.map(parseAnswer),
  ];
  let left = asked.filter(({ is }) => !is);
  asked = asked.filter(({ is }) => is);
  for (;;) {
    const parts = asked.map((answer) => constraintFor(answer, meter));
    if (parts.some(({ automaton }) => automaton === undefined)) return undefined;
    const word = shortestText(parts as readonly Constraint[], meter);
    if (typeof word !== "string") return word;
    // What a text matches is for re2js to say.
    if (!asked.every(({ test, is }) => holds(test, word) === is)) return undefined;
    const wrong = left.find(({ test, is }) => holds(test, word) !== is);
    if (wrong === undefined) return word;
    asked = [...asked, wrong];
    left = left.filter((one) => one !== wrong);
  }
});

function parseAnswer(text: string): TextAnswer {
  const [is, kind, value, isFolded] = JSON.parse(text) as [boolean, TextTest["is"], string, boolean];
  return { is, test: { is: kind, value, isFolded } };
}

const constraintFor = ({ test, is }: TextAnswer, meter: Meter) => ({
  automaton: automatonOf(JSON.stringify([test.is, test.value, test.isFolded]), meter),
  is,
});

/** An automaton that has to accept a word, or must not. */
interface Constraint {
  readonly automaton: Automaton;
  readonly is: boolean;
}

/** The texts that pass a test; undefined where it cannot be read, or is too large. */
const automatonOf = cached((key, meter): Automaton | undefined => {
  const [is, value, isFolded] = JSON.parse(key) as [TextTest["is"], string, boolean];
  const pattern = compilePattern(is === "match" ? value : PATTERNS[is](quotedPattern(value)));
  const automaton = pattern && automatonFor(pattern, isFolded, meter);
  if (automaton === undefined) return undefined;
  // The program of a pattern is no public part of re2js: one that is not read as it is meant shows here.
  const isTrue = [true, false].every((side) => {
    const word = shortestText([{ automaton, is: side }], meter);
    return typeof word !== "string" || holds({ is, value, isFolded }, word) === side;
  });
  return isTrue ? automaton : undefined;
});

const PATTERNS: Readonly<Record<Exclude<TextTest["is"], "match">, (quoted: string) => string>> = {
  equal: (quoted) => `^${quoted}$`,
  start: (quoted) => `^${quoted}`,
  end: (quoted) => `${quoted}$`,
  part: (quoted) => quoted,
};

/** Characters by how well they are read. */
const READABLE_RANGES = ["az", "09", "AZ", "--", "//", "!~", "  "].map((range) => [
  range.charCodeAt(0),
  range.charCodeAt(1),
]) as readonly (readonly [number, number])[];

/** How well a range of characters is read, and its best one. */
function mostReadable({ min, max }: Pick<Transition, "min" | "max">): readonly [number, number] {
  const at = READABLE_RANGES.findIndex(([from, to]) => min <= to && max >= from);
  const from = READABLE_RANGES[at]?.[0] ?? min;
  return [at < 0 ? READABLE_RANGES.length : at, Math.max(from, min)];
}

/** A shortest word that all parts agree to; null if there is none, undefined where the search is too long. */
function shortestText(parts: readonly Constraint[], meter: Meter): string | null | undefined {
  const outs = (state: readonly number[]) => parts.map(({ automaton }, at) => automaton[state[at] as number]);
  const ways = new Map<string, { readonly state: readonly number[]; readonly word: string }>();
  const start = parts.map(() => 0);
  ways.set(start.join(), { state: start, word: "" });
  let left = Math.min(LIMITS.steps, meter.remaining);
  for (const { state, word } of ways.values()) {
    const rows = outs(state);
    if (parts.every(({ is }, at) => (rows[at]?.isFinal ?? false) === is)) return word;
    const next = new Map<string, { state: readonly number[]; rank: number; letter: number }>();
    for (const range of commonRanges(rows.map((row) => row?.out ?? []))) {
      left -= parts.length;
      meter.remaining -= parts.length;
      if (left < 0) return undefined;
      const to = range.to;
      if (parts.some(({ is }, at) => is && to[at] === NO_STATE)) continue;
      const [rank, letter] = mostReadable(range);
      const key = to.join();
      const known = next.get(key);
      if (known === undefined || rank < known.rank) next.set(key, { state: to, rank, letter });
    }
    for (const [key, { state: to, letter }] of next)
      if (!ways.has(key)) ways.set(key, { state: to, word: word + String.fromCodePoint(letter) });
  }
  return null;
}

/** The ranges of characters that make a difference to none of the rows, with where each row goes by them. */
function* commonRanges(
  rows: readonly (readonly Transition[])[],
): Generator<{ readonly min: number; readonly max: number; readonly to: readonly number[] }> {
  const starts = new Set([0, SURROGATES.min, SURROGATES.max + 1]);
  for (const row of rows)
    for (const { min, max } of row) {
      starts.add(min);
      if (max < MAX_CODE_POINT) starts.add(max + 1);
    }
  const sorted = [...starts].sort((one, other) => one - other);
  const places = rows.map(() => 0);
  for (const [at, min] of sorted.entries()) {
    if (min === SURROGATES.min) continue;
    const to = rows.map((row, of) => {
      while ((row[places[of] as number]?.max ?? MAX_CODE_POINT) < min)
        places[of] = (places[of] as number) + 1;
      const transition = row[places[of] as number];
      return transition !== undefined && transition.min <= min ? transition.to : NO_STATE;
    });
    yield { min, max: (sorted[at + 1] ?? MAX_CODE_POINT + 1) - 1, to };
  }
}
