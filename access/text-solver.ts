import type { RE2JS } from "re2js";
import type { CharSet, TransitionIterator } from "refa";
import { type Automaton, LAST, NOWHERE, refa, SURROGATES, type Transition, tableOf } from "./automaton";
import { compiled, quotedPattern } from "./re2";

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
  /** What clients usually send, the most usual first: whoever sends it is understood by all alike. */
  readonly natural: readonly string[];
  /** Outside of this, no client can send anything. */
  readonly widest: string;
}

export const ANY_TEXT: Domain = { natural: ["^[ -~]*$"], widest: "" };

/** Bounds, past which nothing is decided. */
const MOST = {
  /** Instructions of a pattern. */
  instructions: 3000,
  states: 10_000,
  /** Steps of building one automaton, about a third of a second. */
  steps: 300_000,
  cached: 2000,
} as const;

/** Work that is left, for all questions of one comparison together: about five seconds. */
export class Meter {
  constructor(public left = 5_000_000) {}
}

/** An automaton became larger, or took longer to build, than any sensible condition does. */
class TooLarge extends Error {}

/** Keeps results by their keys, a limited number of them; none that only a lack of work that is left has made. */
function cached<Result>(make: (key: string, meter: Meter) => Result): (key: string, meter: Meter) => Result {
  const results = new Map<string, Result>();
  return (key, meter) => {
    if (results.has(key)) return results.get(key) as Result;
    if (results.size >= MOST.cached) results.clear();
    const result = make(key, meter);
    if (meter.left > 0) results.set(key, result);
    return result;
  };
}

const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a text passes a test; undefined for a pattern that cannot be read. RE2 takes linear time. */
export function holds({ is, value, isFolded }: TextTest, given: string): boolean | undefined {
  const text = isFolded ? lowered(given) : given;
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
      return compiled(value)?.matcher(text).find();
  }
}

/**
 * A text that gives all of these answers: a short one, of what clients usually send. Null where there is certainly none,
 * undefined where that is not decided: a pattern cannot be read, or is larger than the bounds allow.
 */
export function wordOf(
  answers: readonly TextAnswer[],
  domain: Domain,
  meter = new Meter(),
): string | null | undefined {
  const exact = answers.find(({ test, is }) => is && test.is === "equal" && !test.isFolded);
  if (exact) return exactly(exact.test.value, answers, domain);
  const given = answers.map(({ test, is }) => JSON.stringify([is, test.is, test.value, test.isFolded]));
  const key = [...new Set(given)].sort();
  for (const natural of domain.natural) {
    const word = found(JSON.stringify([natural, ...key]), meter);
    if (word !== null && word !== undefined) return word;
  }
  return found(JSON.stringify([domain.widest, ...key]), meter) === null ? null : undefined;
}

/** The one text that there is. */
function exactly(text: string, answers: readonly TextAnswer[], domain: Domain): string | null | undefined {
  const isIn = (pattern: string) => holds({ is: "match", value: pattern, isFolded: false }, text);
  const each = answers.map(({ test, is }) => {
    const held = holds(test, text);
    return held === undefined ? undefined : held === is;
  });
  if (each.includes(false) || isIn(domain.widest) === false) return null;
  if (each.includes(undefined)) return undefined;
  return domain.natural.some((pattern) => isIn(pattern) === true) ? text : undefined;
}

/**
 * A word of a domain that gives all answers; null without any, undefined where that is not decided. Most answers need no
 * automaton: a word that is wanted mostly avoids what is not, and one that does not says which.
 */
const found = cached((key, meter): string | null | undefined => {
  const [domain = "", ...given] = JSON.parse(key) as string[];
  let asked: readonly TextAnswer[] = [
    { is: true, test: { is: "match", value: domain, isFolded: false } },
    ...given.map(answerIn),
  ];
  let left = asked.filter(({ is }) => !is);
  asked = asked.filter(({ is }) => is);
  for (;;) {
    const parts = asked.map((answer) => partOf(answer, meter));
    if (parts.some(({ automaton }) => automaton === undefined)) return undefined;
    const word = shortest(parts as readonly Part[], meter);
    if (typeof word !== "string") return word;
    // What a text matches is for re2js to say.
    if (!asked.every(({ test, is }) => holds(test, word) === is)) return undefined;
    const wrong = left.find(({ test, is }) => holds(test, word) !== is);
    if (wrong === undefined) return word;
    asked = [...asked, wrong];
    left = left.filter((one) => one !== wrong);
  }
});

function answerIn(text: string): TextAnswer {
  const [is, kind, value, isFolded] = JSON.parse(text) as [boolean, TextTest["is"], string, boolean];
  return { is, test: { is: kind, value, isFolded } };
}

const partOf = ({ test, is }: TextAnswer, meter: Meter) => ({
  automaton: automatonOf(JSON.stringify([test.is, test.value, test.isFolded]), meter),
  is,
});

/** An automaton that has to accept a word, or must not. */
interface Part {
  readonly automaton: Automaton;
  readonly is: boolean;
}

/** The texts that pass a test; undefined where it cannot be read, or is too large. */
const automatonOf = cached((key, meter): Automaton | undefined => {
  const [is, value, isFolded] = JSON.parse(key) as [TextTest["is"], string, boolean];
  const pattern = compiled(is === "match" ? value : PATTERNS[is](quotedPattern(value)));
  const program = pattern && programOf(pattern);
  if (program === undefined) return undefined;
  const steps = isFolded ? folded(stepsOf(program)) : stepsOf(program);
  const automaton = built(steps, meter);
  if (automaton === undefined) return undefined;
  // The program of a pattern is no public part of re2js: one that is not read as it is meant shows here.
  const isTrue = [true, false].every((side) => {
    const word = shortest([{ automaton, is: side }], meter);
    return typeof word !== "string" || holds({ is, value, isFolded }, word) === side;
  });
  return isTrue ? automaton : undefined;
});

/** The automaton that takes these steps; undefined where it is too large. */
function built(steps: TransitionIterator<string>, meter: Meter): Automaton | undefined {
  const { DFA, TooManyNodesError } = refa();
  try {
    const states = DFA.fromTransitionIterator(
      counted(steps, meter),
      { maxCharacter: LAST },
      new DFA.LimitedNodeFactory(MOST.states),
    );
    states.minimize();
    return tableOf(states);
  } catch (error) {
    if (error instanceof TooLarge || error instanceof TooManyNodesError) return undefined;
    throw error;
  }
}

const PATTERNS: Readonly<Record<Exclude<TextTest["is"], "match">, (quoted: string) => string>> = {
  equal: (quoted) => `^${quoted}$`,
  start: (quoted) => `^${quoted}`,
  end: (quoted) => `${quoted}$`,
  part: (quoted) => quoted,
};

/** Characters by how well they are read. */
const READABLE = ["az", "09", "AZ", "--", "//", "!~", "  "].map((range) => [
  range.charCodeAt(0),
  range.charCodeAt(1),
]) as readonly (readonly [number, number])[];

/** How well a range of characters is read, and its best one. */
function best({ min, max }: Pick<Transition, "min" | "max">): readonly [number, number] {
  const at = READABLE.findIndex(([from, to]) => min <= to && max >= from);
  const from = READABLE[at]?.[0] ?? min;
  return [at < 0 ? READABLE.length : at, Math.max(from, min)];
}

/** A shortest word that all parts agree to; null if there is none, undefined where the search is too long. */
function shortest(parts: readonly Part[], meter: Meter): string | null | undefined {
  const outs = (state: readonly number[]) => parts.map(({ automaton }, at) => automaton[state[at] as number]);
  const ways = new Map<string, { readonly state: readonly number[]; readonly word: string }>();
  const start = parts.map(() => 0);
  ways.set(start.join(), { state: start, word: "" });
  let left = Math.min(MOST.steps, meter.left);
  for (const { state, word } of ways.values()) {
    const rows = outs(state);
    if (parts.every(({ is }, at) => (rows[at]?.isFinal ?? false) === is)) return word;
    const next = new Map<string, { state: readonly number[]; rank: number; letter: number }>();
    for (const range of rangesOf(rows.map((row) => row?.out ?? []))) {
      left -= parts.length;
      meter.left -= parts.length;
      if (left < 0) return undefined;
      const to = range.to;
      if (parts.some(({ is }, at) => is && to[at] === NOWHERE)) continue;
      const [rank, letter] = best(range);
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
function* rangesOf(
  rows: readonly (readonly Transition[])[],
): Generator<{ readonly min: number; readonly max: number; readonly to: readonly number[] }> {
  const starts = new Set([0, SURROGATES.min, SURROGATES.max + 1]);
  for (const row of rows)
    for (const { min, max } of row) {
      starts.add(min);
      if (max < LAST) starts.add(max + 1);
    }
  const sorted = [...starts].sort((one, other) => one - other);
  const places = rows.map(() => 0);
  for (const [at, min] of sorted.entries()) {
    if (min === SURROGATES.min) continue;
    const to = rows.map((row, of) => {
      while ((row[places[of] as number]?.max ?? LAST) < min) places[of] = (places[of] as number) + 1;
      const transition = row[places[of] as number];
      return transition !== undefined && transition.min <= min ? transition.to : NOWHERE;
    });
    yield { min, max: (sorted[at + 1] ?? LAST + 1) - 1, to };
  }
}

/** Fails once building takes too long. */
function counted<State>(steps: TransitionIterator<State>, meter: Meter): TransitionIterator<State> {
  let left = Math.min(MOST.steps, meter.left);
  return {
    ...steps,
    getOut: (state) => {
      const out = steps.getOut(state);
      left -= 1 + out.size;
      meter.left -= 1 + out.size;
      if (left < 0) throw new TooLarge();
      return out;
    },
  };
}

/** The texts whose lower-cased form another automaton accepts: an upper-case letter goes where its lower-case one does. */
function folded<State>(steps: TransitionIterator<State>): TransitionIterator<State> {
  const upper = { min: 65, max: 90 };
  const outs = new Map<State, ReadonlyMap<State, CharSet>>();
  return {
    ...steps,
    getOut: (state) => {
      const known = outs.get(state);
      if (known) return known;
      const out = new Map<State, CharSet>();
      for (const [to, set] of steps.getOut(state)) {
        const letters = set.intersect({ min: 97, max: 122 }).ranges;
        const both = set
          .without(upper)
          .union(letters.map(({ min, max }) => ({ min: min - 32, max: max - 32 })));
        if (!both.isEmpty) out.set(to, both);
      }
      outs.set(state, out);
      return out;
    },
  };
}

/** One instruction of a pattern that re2js has compiled. */
interface Instruction {
  readonly op: Op;
  readonly out: number;
  readonly arg: number;
  readonly characters: CharSet | undefined;
}

type Op = "either" | "empty" | "fail" | "match" | "pass" | "character";

interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** By the numbers that re2js gives them. */
const OPS: Readonly<Record<number, Op>> = {
  1: "either",
  2: "either",
  3: "pass",
  4: "empty",
  5: "fail",
  6: "match",
  7: "pass",
  8: "character",
  9: "character",
  10: "character",
  11: "character",
};

const FOLDS_CASE = 1;
const [ANY_CHARACTER, ANY_BUT_NEWLINE] = [10, 11];
const NEWLINE = { min: 10, max: 10 } as const;

/** Letters of other alphabets that fold to one of ASCII: the long s and the sign for kelvin. */
const FOLDED_FURTHER: Readonly<Record<string, number>> = { s: 0x17f, k: 0x212a };

/** The program of a pattern; undefined where it has what cannot be read, such as a look-behind. */
function programOf({ re2Input }: RE2JS): Program | undefined {
  const { inst, start } = re2Input.prog as { readonly inst?: unknown; readonly start?: unknown };
  if (!Array.isArray(inst) || typeof start !== "number" || inst.length > MOST.instructions) return undefined;
  const instructions = inst.map(instructionOf);
  return instructions.includes(undefined)
    ? undefined
    : { instructions: instructions as readonly Instruction[], start };
}

function instructionOf(given: unknown): Instruction | undefined {
  const { op: number, out, arg, runes } = given as Readonly<Record<string, unknown>>;
  if (typeof number !== "number" || typeof out !== "number" || typeof arg !== "number") return undefined;
  const op = OPS[number];
  if (op === undefined) return undefined;
  if (op !== "character") return { op, out, arg, characters: undefined };
  const characters = charactersOf(number, arg, runes);
  return characters && { op, out, arg, characters };
}

function charactersOf(op: number, arg: number, runes: unknown): CharSet | undefined {
  const { CharSet } = refa();
  if (op === ANY_CHARACTER) return CharSet.all(LAST);
  if (op === ANY_BUT_NEWLINE) return CharSet.all(LAST).without(NEWLINE);
  if (!(runes instanceof Int32Array || Array.isArray(runes))) return undefined;
  const numbers = [...runes] as readonly number[];
  const [one] = numbers;
  if (numbers.length === 1 && one !== undefined) {
    const letter = String.fromCodePoint(one);
    if ((arg & FOLDS_CASE) === 0) return CharSet.fromCharacter(LAST, one);
    if (!/[A-Za-z]/.test(letter)) return undefined;
    const others = [letter.toLowerCase(), letter.toUpperCase()].map((text) => text.charCodeAt(0));
    const further = FOLDED_FURTHER[letter.toLowerCase()] ?? [];
    return CharSet.empty(LAST).union([...others, further].flat().map((char) => ({ min: char, max: char })));
  }
  if (numbers.length % 2 !== 0) return undefined;
  const ranges = numbers.flatMap((min, at) =>
    at % 2 === 0 ? [{ min, max: numbers[at + 1] as number }] : [],
  );
  return CharSet.empty(LAST).union(ranges);
}

/** What stands beside a place in a text, as far as assertions ask for it. */
type Beside = "edge" | "newline" | "word" | "other";

const [BEGINS_LINE, ENDS_LINE, BEGINS_TEXT, ENDS_TEXT, WORD_BOUNDARY, NO_WORD_BOUNDARY] = [
  1, 2, 4, 8, 16, 32,
];

/** The assertions that hold between two characters. */
function holding(before: Beside, after: Beside): number {
  const [begins, ends] = [before === "edge", after === "edge"];
  return (
    (begins ? BEGINS_TEXT : 0) |
    (begins || before === "newline" ? BEGINS_LINE : 0) |
    (ends ? ENDS_TEXT : 0) |
    (ends || after === "newline" ? ENDS_LINE : 0) |
    ((before === "word") === (after === "word") ? NO_WORD_BOUNDARY : WORD_BOUNDARY)
  );
}

const FOUND = "found";

/**
 * The program as an automaton that looks for a match from every place on. A state is a character class and the instruction
 * that comes next; once something is found, the rest of the text does not matter.
 */
function stepsOf({ instructions, start }: Program): TransitionIterator<string> {
  const { CharSet } = refa();
  const word = CharSet.empty(LAST).union(
    [48, 65, 95, 97].map((min, at) => ({ min, max: [57, 90, 95, 122][at] as number })),
  );
  const asserts = (mask: number) => instructions.some(({ op, arg }) => op === "empty" && (arg & mask) !== 0);
  const newline = CharSet.fromRange(LAST, NEWLINE);
  const classes: [Beside, CharSet][] = [
    ...(asserts(BEGINS_LINE | ENDS_LINE) ? [["newline", newline] as [Beside, CharSet]] : []),
    ...(asserts(WORD_BOUNDARY | NO_WORD_BOUNDARY) ? [["word", word] as [Beside, CharSet]] : []),
  ];
  const others = classes.reduce((rest, [, set]) => rest.without(set), CharSet.all(LAST));
  classes.push(["other", others]);

  /** Instructions for characters that can come next; null where a match ends here. */
  const reached = (from: number, flags: number): readonly Instruction[] | null => {
    const found: Instruction[] = [];
    const seen = new Set<number>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const instruction = instructions[at];
      if (instruction === undefined || seen.has(at)) continue;
      seen.add(at);
      const { op, out, arg } = instruction;
      if (op === "match") return null;
      if (op === "character") found.push(instruction);
      else if (op === "either") open.push(out, arg);
      else if (op === "pass" || (op === "empty" && (arg & ~flags) === 0)) open.push(out);
    }
    return found;
  };
  const parts = (state: string): [Beside, number, boolean] => {
    const [before, at, isSearch] = state.split(" ");
    return [before as Beside, Number(at), isSearch !== undefined];
  };
  const outs = new Map<string, ReadonlyMap<string, CharSet>>([
    [FOUND, new Map([[FOUND, CharSet.all(LAST)]])],
  ]);
  const outOf = (state: string): ReadonlyMap<string, CharSet> => {
    const [before, at, isSearch] = parts(state);
    const out = new Map<string, CharSet>();
    const add = (to: string, set: CharSet) => {
      if (!set.isEmpty) out.set(to, out.get(to)?.union(set) ?? set);
    };
    for (const [after, set] of classes) {
      const next = reached(at, holding(before, after));
      if (next === null) {
        add(FOUND, set);
        continue;
      }
      if (isSearch) add(`${after} ${start} search`, set);
      for (const { characters, out: to } of next)
        if (characters) add(`${after} ${to}`, characters.intersect(set));
    }
    return out;
  };
  return {
    initial: `edge ${start} search`,
    stableOut: true,
    getOut: (state) => {
      const known = outs.get(state);
      if (known) return known;
      const out = outOf(state);
      outs.set(state, out);
      return out;
    },
    isFinal: (state) => {
      if (state === FOUND) return true;
      const [before, at] = parts(state);
      return reached(at, holding(before, "edge")) === null;
    },
  };
}
