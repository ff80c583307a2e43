import type { RE2JS } from "re2js";
import type { CharSet, TransitionIterator } from "refa";
import { type Automaton, MAX_CODE_POINT, refa, toTable } from "./automaton";

/** Limits, beyond which tests are undecided. */
export const LIMITS = {
  /** Per pattern. */
  instructions: 3000,
  states: 10_000,
  /** Per automaton; takes about a third of a second. */
  steps: 300_000,
  cached: 2000,
} as const;

/** The work budget of one comparison, in steps; takes about five seconds. */
export class Meter {
  constructor(public remaining = 5_000_000) {}
}

class AutomatonTooLarge extends Error {}

/** Builds an automaton that accepts the texts that a pattern matches; undefined if it can't be converted or is too large. */
export function buildAutomaton(pattern: RE2JS, isFolded: boolean, meter: Meter): Automaton | undefined {
  const program = readProgram(pattern);
  if (program === undefined) return undefined;
  return build(isFolded ? foldCase(toTransitions(program)) : toTransitions(program), meter);
}

/** Converts to a deterministic automaton; undefined if it is too large. */
function build(steps: TransitionIterator<string>, meter: Meter): Automaton | undefined {
  const { DFA, TooManyNodesError } = refa();
  try {
    const states = DFA.fromTransitionIterator(
      limitSteps(steps, meter),
      { maxCharacter: MAX_CODE_POINT },
      new DFA.LimitedNodeFactory(LIMITS.states),
    );
    states.minimize();
    return toTable(states);
  } catch (error) {
    if (error instanceof AutomatonTooLarge || error instanceof TooManyNodesError) return undefined;
    throw error;
  }
}

/** Throws once building takes too many steps. */
function limitSteps<State>(steps: TransitionIterator<State>, meter: Meter): TransitionIterator<State> {
  let remaining = Math.min(LIMITS.steps, meter.remaining);
  return {
    ...steps,
    getOut: (state) => {
      const out = steps.getOut(state);
      remaining -= 1 + out.size;
      meter.remaining -= 1 + out.size;
      if (remaining < 0) throw new AutomatonTooLarge();
      return out;
    },
  };
}

/**
 * Accepts the texts whose lowercased form the given automaton accepts: uppercase letters have the transitions of lowercase
 * ones.
 */
function foldCase<State>(steps: TransitionIterator<State>): TransitionIterator<State> {
  const upper = { min: 65, max: 90 };
  const outs = new Map<State, ReadonlyMap<State, CharSet>>();
  return {
    ...steps,
    getOut: (state) => {
      const known = outs.get(state);
      if (known) return known;
      const out = new Map<State, CharSet>();
      for (const [to, set] of steps.getOut(state)) {
        const lowercase = set.intersect({ min: 97, max: 122 }).ranges;
        const bothCases = set
          .without(upper)
          .union(lowercase.map(({ min, max }) => ({ min: min - 32, max: max - 32 })));
        if (!bothCases.isEmpty) out.set(to, bothCases);
      }
      outs.set(state, out);
      return out;
    },
  };
}

/** An instruction of a compiled pattern. */
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

/** Operations by their opcodes in re2js. */
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

/** Non-ASCII characters that fold to an ASCII letter: the long s and the Kelvin sign. */
const FOLDED_NON_ASCII: Readonly<Record<string, number>> = { s: 0x17f, k: 0x212a };

/** The instructions of a compiled pattern; undefined if one is not supported, such as a look-behind. */
function readProgram({ re2Input }: RE2JS): Program | undefined {
  const { inst, start } = re2Input.prog as { readonly inst?: unknown; readonly start?: unknown };
  if (!Array.isArray(inst) || typeof start !== "number" || inst.length > LIMITS.instructions)
    return undefined;
  const instructions = inst.map(readInstruction);
  return instructions.includes(undefined)
    ? undefined
    : { instructions: instructions as readonly Instruction[], start };
}

function readInstruction(instruction: unknown): Instruction | undefined {
  const { op: number, out, arg, runes } = instruction as Readonly<Record<string, unknown>>;
  if (typeof number !== "number" || typeof out !== "number" || typeof arg !== "number") return undefined;
  const op = OPS[number];
  if (op === undefined) return undefined;
  if (op !== "character") return { op, out, arg, characters: undefined };
  const characters = readCharacters(number, arg, runes);
  return characters && { op, out, arg, characters };
}

function readCharacters(op: number, arg: number, runes: unknown): CharSet | undefined {
  const { CharSet } = refa();
  if (op === ANY_CHARACTER) return CharSet.all(MAX_CODE_POINT);
  if (op === ANY_BUT_NEWLINE) return CharSet.all(MAX_CODE_POINT).without(NEWLINE);
  if (!(runes instanceof Int32Array || Array.isArray(runes))) return undefined;
  const numbers = [...runes] as readonly number[];
  const [first] = numbers;
  if (numbers.length === 1 && first !== undefined) {
    const letter = String.fromCodePoint(first);
    if ((arg & FOLDS_CASE) === 0) return CharSet.fromCharacter(MAX_CODE_POINT, first);
    if (!/[A-Za-z]/.test(letter)) return undefined;
    const others = [letter.toLowerCase(), letter.toUpperCase()].map((text) => text.charCodeAt(0));
    const further = FOLDED_NON_ASCII[letter.toLowerCase()] ?? [];
    return CharSet.empty(MAX_CODE_POINT).union(
      [...others, further].flat().map((char) => ({ min: char, max: char })),
    );
  }
  if (numbers.length % 2 !== 0) return undefined;
  const ranges = numbers.flatMap((min, at) =>
    at % 2 === 0 ? [{ min, max: numbers[at + 1] as number }] : [],
  );
  return CharSet.empty(MAX_CODE_POINT).union(ranges);
}

/** The kind of character next to a position, as far as assertions such as `^` and `\b` distinguish them. */
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

const MATCHED = "found";

/**
 * Converts a program to a nondeterministic automaton that searches for a match at every position. A state is the kind of the
 * previous character, the next instruction, and a flag for the search; after a match, the rest of the text doesn't matter.
 */
function toTransitions({ instructions, start }: Program): TransitionIterator<string> {
  const { CharSet } = refa();
  const wordCharacters = CharSet.empty(MAX_CODE_POINT).union(
    [48, 65, 95, 97].map((min, at) => ({ min, max: [57, 90, 95, 122][at] as number })),
  );
  const asserts = (mask: number) => instructions.some(({ op, arg }) => op === "empty" && (arg & mask) !== 0);
  const newline = CharSet.fromRange(MAX_CODE_POINT, NEWLINE);
  const classes: [Neighbor, CharSet][] = [
    ...(asserts(BEGINS_LINE | ENDS_LINE) ? [["newline", newline] as [Neighbor, CharSet]] : []),
    ...(asserts(WORD_BOUNDARY | NO_WORD_BOUNDARY) ? [["word", wordCharacters] as [Neighbor, CharSet]] : []),
  ];
  const others = classes.reduce((rest, [, set]) => rest.without(set), CharSet.all(MAX_CODE_POINT));
  classes.push(["other", others]);

  /** The character instructions that can follow; null if a match ends here. */
  const nextInstructions = (from: number, flags: number): readonly Instruction[] | null => {
    const next: Instruction[] = [];
    const visited = new Set<number>();
    const pending = [from];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const instruction = instructions[index];
      if (instruction === undefined || visited.has(index)) continue;
      visited.add(index);
      const { op, out, arg } = instruction;
      if (op === "match") return null;
      if (op === "character") next.push(instruction);
      else if (op === "either") pending.push(out, arg);
      else if (op === "pass" || (op === "empty" && (arg & ~flags) === 0)) pending.push(out);
    }
    return next;
  };
  const parseState = (state: string): [Neighbor, number, boolean] => {
    const [before, at, isSearch] = state.split(" ");
    return [before as Neighbor, Number(at), isSearch !== undefined];
  };
  const outs = new Map<string, ReadonlyMap<string, CharSet>>([
    [MATCHED, new Map([[MATCHED, CharSet.all(MAX_CODE_POINT)]])],
  ]);
  const outOf = (state: string): ReadonlyMap<string, CharSet> => {
    const [before, at, isSearch] = parseState(state);
    const out = new Map<string, CharSet>();
    const add = (to: string, set: CharSet) => {
      if (!set.isEmpty) out.set(to, out.get(to)?.union(set) ?? set);
    };
    for (const [after, set] of classes) {
      const next = nextInstructions(at, assertionsBetween(before, after));
      if (next === null) {
        add(MATCHED, set);
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
      if (state === MATCHED) return true;
      const [before, at] = parseState(state);
      return nextInstructions(at, assertionsBetween(before, "edge")) === null;
    },
  };
}
