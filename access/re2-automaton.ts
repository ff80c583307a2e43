import type { RE2JS } from "re2js";

/** Tests that exceed these limits are undecided. */
export const LIMITS = {
  /** Per pattern. */
  instructions: 3000,
  /** Per pattern. */
  states: 10_000,
  /** Per search: about a third of a second. */
  steps: 300_000,
} as const;

/** The work budget of one comparison, in steps. Using it up takes about five seconds. */
export class Meter {
  constructor(public remaining = 5_000_000) {}
}

export const MAX_CODE_POINT = 0x10ffff;

/** The state from which no text matches. */
export const NO_STATE = -1;

export interface Transition {
  readonly min: number;
  readonly max: number;
  readonly to: number;
}

type Range = readonly [min: number, max: number];

/** Continues at `out` or, for `either`, at `out` or `arg`. For `empty`, `arg` has the bits of the required assertions. */
interface Instruction {
  readonly op: Op;
  readonly out: number;
  readonly arg: number;
  readonly ranges: readonly Range[];
}

type Op = "either" | "empty" | "fail" | "match" | "pass" | "character";

/** By the opcode of a re2js `Inst`. */
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

/** Non-ASCII characters that fold to an ASCII letter: the long s and the Kelvin sign. */
const FOLDED_NON_ASCII: Readonly<Record<string, number>> = { s: 0x17f, k: 0x212a };

/** An instruction of re2js; undefined if it is not supported, such as a look-behind. */
function readInstruction(instruction: unknown): Instruction | undefined {
  const { op: number, out, arg, runes } = instruction as Readonly<Record<string, unknown>>;
  if (typeof number !== "number" || typeof out !== "number" || typeof arg !== "number") return undefined;
  const op = OPS[number];
  const ranges = op === "character" ? readRanges(number, arg, runes) : [];
  return op && ranges && { op, out, arg, ranges };
}

function readRanges(op: number, arg: number, runes: unknown): readonly Range[] | undefined {
  if (op === ANY_CHARACTER) return [[0, MAX_CODE_POINT]];
  if (op === ANY_BUT_NEWLINE)
    return [
      [0, NEWLINE - 1],
      [NEWLINE + 1, MAX_CODE_POINT],
    ];
  if (!(runes instanceof Int32Array || Array.isArray(runes))) return undefined;
  const numbers = [...runes] as readonly number[];
  const [first] = numbers;
  if (numbers.length === 1 && first !== undefined) {
    if ((arg & FOLDS_CASE) === 0) return [[first, first]];
    const letter = String.fromCodePoint(first).toLowerCase();
    if (!/^[a-z]$/.test(letter)) return undefined;
    const characters = [letter.charCodeAt(0), letter.toUpperCase().charCodeAt(0)];
    return [...characters, FOLDED_NON_ASCII[letter] ?? []].flat().map((char) => [char, char]);
  }
  if (numbers.length % 2 !== 0) return undefined;
  return numbers.flatMap((min, at) => (at % 2 === 0 ? [[min, numbers[at + 1] as number]] : []));
}

/** A class of characters that assertions such as `^` and `\b` distinguish. */
type Neighbor = "edge" | "newline" | "word" | "other";

const [BEGINS_LINE, ENDS_LINE, BEGINS_TEXT, ENDS_TEXT, WORD_BOUNDARY, NO_WORD_BOUNDARY] = [
  1, 2, 4, 8, 16, 32,
];

/** The bits of the assertions that hold between two characters. */
function assertionsBetween(before: Neighbor, after: Neighbor): number {
  const [begins, ends] = [before === "edge", after === "edge"];
  return (
    (begins ? BEGINS_TEXT : 0) |
    (begins || before === "newline" ? BEGINS_LINE : 0) |
    (ends ? ENDS_TEXT : 0) |
    (ends || after === "newline" ? ENDS_LINE : 0) |
    ((before === "word") === (after === "word") ? NO_WORD_BOUNDARY : WORD_BOUNDARY)
  );
}

const NEWLINE = 10;

/** Ranges of characters that assertions treat alike, by first character. Word characters are 0-9, A-Z, `_`, and a-z. */
const NEIGHBORS: readonly (readonly [min: number, Neighbor])[] = [
  [0, "other"],
  [NEWLINE, "newline"],
  [NEWLINE + 1, "other"],
  [0x30, "word"],
  [0x3a, "other"],
  [0x41, "word"],
  [0x5b, "other"],
  [0x5f, "word"],
  [0x60, "other"],
  [0x61, "word"],
  [0x7b, "other"],
];

/** The class of the previous character, and the instructions that may come next. */
interface State {
  readonly before: Neighbor;
  readonly positions: readonly number[];
  transitions?: readonly Transition[];
}

/**
 * Searches a text for a pattern, as a deterministic automaton whose states are built when they are visited. Its states are
 * indexes; the first one is initial.
 */
export class Automaton {
  /** The state after a match is undefined, because the rest of the text doesn't matter. */
  private readonly states: (State | undefined)[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly neighbors: typeof NEIGHBORS;
  /** False if a match can only begin at the start of the text. */
  private readonly canMatchAnywhere: boolean;

  private constructor(
    private readonly instructions: readonly Instruction[],
    private readonly start: number,
    private readonly isFolded: boolean,
  ) {
    const assertions = instructions.reduce((bits, { op, arg }) => (op === "empty" ? bits | arg : bits), 0);
    const distinguishes = {
      newline: (assertions & (BEGINS_LINE | ENDS_LINE)) !== 0,
      word: (assertions & (WORD_BOUNDARY | NO_WORD_BOUNDARY)) !== 0,
    };
    this.neighbors = NEIGHBORS.map(([min, neighbor]) => {
      const isDistinguished = neighbor === "newline" || neighbor === "word" ? distinguishes[neighbor] : true;
      return [min, isDistinguished ? neighbor : "other"];
    });
    // No instruction follows if the pattern can't begin in the middle of a text, whatever other assertions hold there.
    this.canMatchAnywhere = this.follow([start], ~BEGINS_TEXT)?.length !== 0;
    this.indexOf("edge", [start]);
  }

  /**
   * Creates the automaton of a pattern; undefined if the pattern is unsupported or too large.
   *
   * @param isFolded - True to convert the ASCII letters of the text to lower case first.
   */
  static of({ re2Input }: RE2JS, isFolded: boolean): Automaton | undefined {
    const { inst, start } = re2Input.prog as { readonly inst?: unknown; readonly start?: unknown };
    if (!Array.isArray(inst) || typeof start !== "number" || inst.length > LIMITS.instructions)
      return undefined;
    const instructions = inst.map(readInstruction);
    if (instructions.includes(undefined)) return undefined;
    return new Automaton(instructions as readonly Instruction[], start, isFolded);
  }

  isFinal(index: number): boolean {
    const state = this.states[index];
    return (
      index !== NO_STATE &&
      (!state || this.follow(state.positions, assertionsBetween(state.before, "edge")) === null)
    );
  }

  /** Sorted transitions that don't overlap. Undefined if the automaton is too large. */
  transitionsOf(index: number, meter: Meter): readonly Transition[] | undefined {
    if (index === NO_STATE) return [];
    if (this.states.length > LIMITS.states) return undefined;
    const state = this.states[index];
    if (!state) return [{ min: 0, max: MAX_CODE_POINT, to: index }];
    state.transitions ??= this.isFolded ? foldCase(this.build(state, meter)) : this.build(state, meter);
    return state.transitions;
  }

  private build({ before, positions }: State, meter: Meter): readonly Transition[] {
    const kinds = [...new Set(this.neighbors.map(([, neighbor]) => neighbor))];
    const nextBy = new Map(
      kinds.map((after) => [after, this.follow(positions, assertionsBetween(before, after))]),
    );
    const starts = new Set(this.neighbors.map(([min]) => min));
    const instructions = [...nextBy.values()].flatMap((next) => next ?? []);
    for (const [min, max] of instructions.flatMap(({ ranges }) => ranges)) starts.add(min).add(max + 1);
    const sorted = [...starts].filter((min) => min <= MAX_CODE_POINT).sort((left, right) => left - right);
    meter.remaining -= sorted.length * (1 + instructions.length);
    const transitions: Transition[] = [];
    for (const [index, min] of sorted.entries()) {
      const neighbor = this.neighbors.findLast(([from]) => from <= min)?.[1] ?? "other";
      const next = nextBy.get(neighbor);
      const to = next
        ? this.indexOf(
            neighbor,
            next
              .filter(({ ranges }) => ranges.some(([from, end]) => from <= min && min <= end))
              .map(({ out }) => out),
          )
        : this.intern("matched", undefined);
      const max = (sorted[index + 1] ?? MAX_CODE_POINT + 1) - 1;
      if (to !== NO_STATE) transitions.push({ min, max, to });
    }
    return transitions;
  }

  /** The character instructions that can come next; null if a match ends here. */
  private follow(from: readonly number[], assertions: number): readonly Instruction[] | null {
    const next: Instruction[] = [];
    const visited = new Set<number>();
    const pending = [...from];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const instruction = this.instructions[index];
      if (instruction === undefined || visited.has(index)) continue;
      visited.add(index);
      const { op, out, arg } = instruction;
      if (op === "match") return null;
      if (op === "character") next.push(instruction);
      else if (op === "either") pending.push(out, arg);
      else if (op === "pass" || (op === "empty" && (arg & ~assertions) === 0)) pending.push(out);
    }
    return next;
  }

  private indexOf(before: Neighbor, next: readonly number[]): number {
    const starts = before !== "edge" && this.canMatchAnywhere ? [...next, this.start] : next;
    if (starts.length === 0) return NO_STATE;
    const positions = [...new Set(starts)].sort((left, right) => left - right);
    return this.intern(`${before} ${positions}`, { before, positions });
  }

  private intern(key: string, state: State | undefined): number {
    const index = this.indexes.get(key);
    if (index !== undefined) return index;
    this.indexes.set(key, this.states.length);
    return this.states.push(state) - 1;
  }
}

/** Gives uppercase letters the transitions of lowercase ones. */
const foldCase = (transitions: readonly Transition[]): readonly Transition[] =>
  transitions
    .flatMap(({ min, max, to }) => [
      { min, max: Math.min(max, 0x40), to },
      { min: Math.max(min, 0x61) - 0x20, max: Math.min(max, 0x7a) - 0x20, to },
      { min: Math.max(min, 0x5b), max, to },
    ])
    .filter(({ min, max }) => min <= max)
    .sort((left, right) => left.min - right.min);
