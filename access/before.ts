import type { CharSet, TransitionIterator } from "refa";
import type { Rewrite } from "../traffic-policy/symbolic/guards";
import { type Automaton, after, LAST, NOWHERE, refa } from "./automaton";
import { URL_PARTS, type UrlPart, type UrlText } from "./url";

/** Makes the steps of an automaton for texts out of one for what is made of them. */
type Before = (of: Automaton) => TransitionIterator<string>;

/**
 * From an automaton for what is read of a URL to one for the URL itself, one step after the other; undefined for a step
 * that nobody takes here.
 */
export const before = ({ subject, rewrites }: UrlText): readonly (Before | undefined)[] => [
  beforePart(URL_PARTS[subject]),
  ...rewrites.map(beforeRewrite).toReversed(),
];

/** The characters that lead on from a state, by where they lead. */
function outOf(of: Automaton, state: number, but: CharSet): Map<string, CharSet> {
  const { CharSet } = refa();
  const out = new Map<string, CharSet>();
  for (const { min, max, to } of of[state]?.out ?? []) {
    const set = CharSet.fromRange(LAST, { min, max }).without(but);
    const known = out.get(String(to));
    if (!set.isEmpty) out.set(String(to), known ? known.union(set) : set);
  }
  return out;
}

const only = (...letters: readonly string[]): CharSet =>
  refa()
    .CharSet.empty(LAST)
    .union(
      letters.map((letter) => ({
        min: letter.codePointAt(0) as number,
        max: letter.codePointAt(0) as number,
      })),
    );

/** Where the text has ended that counts. */
const END = "end";

interface Bounds {
  /** What stands before the part, one character after the other; the last one belongs to it where `isShared`. */
  readonly start: string;
  readonly isShared: boolean;
  /** Characters that end it. */
  readonly ends: readonly string[];
}

/** Where parts are in `https://app.example.com:8443/path?query`. */
const BOUNDS: Readonly<Partial<Record<UrlPart, Bounds>>> = {
  host: { start: "//", isShared: false, ends: ["/"] },
  name: { start: "//", isShared: false, ends: ["/", ":"] },
  path: { start: "///", isShared: true, ends: ["?"] },
  uri: { start: "///", isShared: true, ends: [] },
  query: { start: "?", isShared: false, ends: [] },
};

function beforePart(part: UrlPart | undefined): Before | undefined {
  if (part === "whole") return unchanged;
  const bounds = part && BOUNDS[part];
  return bounds && ((of) => within(of, bounds));
}

const unchanged: Before = (of) => ({
  initial: "0",
  stableOut: true,
  getOut: (state) => outOf(of, Number(state), only()),
  isFinal: (state) => of[Number(state)]?.isFinal ?? false,
});

function within(of: Automaton, { start, isShared, ends }: Bounds): TransitionIterator<string> {
  const all = refa().CharSet.all(LAST);
  const isFinal = (state: number) => of[state]?.isFinal ?? false;
  return {
    initial: "before 0",
    stableOut: true,
    getOut: (state) => {
      if (state === END) return new Map([[END, all]]);
      const [, seen] = /^before (\d+)$/.exec(state) ?? [];
      if (seen === undefined) {
        const out = outOf(of, Number(state), only(...ends));
        if (ends.length > 0 && isFinal(Number(state))) out.set(END, only(...ends));
        return out;
      }
      const next = start[Number(seen)] as string;
      const isLast = Number(seen) === start.length - 1;
      const to = !isLast ? `before ${Number(seen) + 1}` : String(isShared ? after(of, 0, next) : 0);
      const out = new Map([[state, all.without(only(next))]]);
      if (to !== String(NOWHERE)) out.set(to, only(next));
      return out;
    },
    // A URL without a query has an empty one.
    isFinal: (state) =>
      state === END || (state.startsWith("before") ? start === "?" && isFinal(0) : isFinal(Number(state))),
  };
}

/** With a path, and a query, in the place of what a URL asks for. */
function leading(of: Automaton, to: string): TransitionIterator<string> {
  const slash = only("/");
  return {
    initial: "0 0",
    stableOut: true,
    getOut: (name) => {
      if (name === END) return new Map([[END, refa().CharSet.all(LAST)]]);
      const [seen, state] = name.split(" ").map(Number) as [number, number];
      const out = renamed(outOf(of, state, slash), (next) => `${seen} ${next}`);
      const next = after(of, state, seen < 2 ? "/" : to);
      if (seen < 2 && next !== NOWHERE) out.set(`${seen + 1} ${next}`, slash);
      if (seen === 2 && of[next]?.isFinal) out.set(END, slash);
      return out;
    },
    isFinal: (name) => name === END,
  };
}

/** A text that is looked for, with what takes its place; `keepsRest`: what comes after it stays, else all of that goes. */
interface Replacement {
  readonly from: string;
  readonly to: string;
  /** It is looked for once: the pattern takes all of the text that comes after it. */
  readonly takesRest: boolean;
  readonly keepsRest: boolean;
}

/** A rewrite that replaces one text by another; undefined for any other pattern. */
function replacementOf({ from, to }: Rewrite): Replacement | undefined {
  const [, literal, rest] = /^((?:[^\\.*+?()[\]{}|^$]|\\[./\-_])+)(\(\.\*\))?$/.exec(from ?? "") ?? [];
  if (literal === undefined) return undefined;
  const [, text, group] = /^([^$]*)(\$1|\$\{1\})?$/.exec(to) ?? [];
  if (text === undefined || (group !== undefined && rest === undefined)) return undefined;
  return {
    from: literal.replace(/\\/g, ""),
    to: text,
    takesRest: rest !== undefined,
    keepsRest: group !== undefined,
  };
}

/** Whether it makes another URL of each in which it finds something. */
export function changesAll(rewrite: Rewrite): boolean {
  const replacement = replacementOf(rewrite);
  if (replacement === undefined) return false;
  const { from, to, takesRest, keepsRest } = replacement;
  // The rest that goes may be what takes its place.
  return takesRest && !keepsRest ? !to.startsWith(from) : from !== to;
}

function beforeRewrite(rewrite: Rewrite): Before | undefined {
  const { from, to } = rewrite;
  if (from === undefined) return /^\/[^$]*$/.test(to) ? (of) => leading(of, to) : undefined;
  const replacement = replacementOf(rewrite);
  return replacement && ((of) => replacing(of, replacement));
}

/**
 * Reads a text, and goes by what becomes of it. A state is how much of `from` has been read, which is not passed on before
 * it is known to be no match, and where the automaton is that gets the result.
 */
function replacing(
  of: Automaton,
  { from, to, takesRest, keepsRest }: Replacement,
): TransitionIterator<string> {
  const all = refa().CharSet.all(LAST);
  const isFinal = (state: number) => of[state]?.isFinal ?? false;
  const letters = [...new Set(from)];
  const named = (read: number, state: number) => `${read} ${state}`;
  return {
    initial: named(0, 0),
    stableOut: true,
    getOut: (name) => {
      if (name === END) return new Map([[END, all]]);
      const [read = "", at] = name.split(" ");
      const state = Number(at);
      if (read === "rest") return renamed(outOf(of, state, only()), (next) => `rest ${next}`);
      const seen = from.slice(0, Number(read));
      const out = new Map<string, CharSet>();
      const add = (at: string, set: CharSet) => out.set(at, out.get(at)?.union(set) ?? set);
      const flushed = after(of, state, seen);
      for (const [next, set] of outOf(of, flushed, only(...letters))) add(named(0, Number(next)), set);
      for (const letter of letters) {
        const text = seen + letter;
        if (text === from) {
          const made = after(of, state, to);
          if (made === NOWHERE) continue;
          if (!takesRest) add(named(0, made), only(letter));
          else if (keepsRest) add(`rest ${made}`, only(letter));
          else if (isFinal(made)) add(END, only(letter));
          continue;
        }
        let kept = Math.min(text.length, from.length - 1);
        while (kept > 0 && !from.startsWith(text.slice(text.length - kept))) kept -= 1;
        const next = after(of, state, text.slice(0, text.length - kept));
        if (next !== NOWHERE) add(named(kept, next), only(letter));
      }
      return out;
    },
    isFinal: (name) => {
      if (name === END) return true;
      const [read = "", state] = name.split(" ");
      return isFinal(read === "rest" ? Number(state) : after(of, Number(state), from.slice(0, Number(read))));
    },
  };
}

const renamed = (out: ReadonlyMap<string, CharSet>, name: (state: string) => string): Map<string, CharSet> =>
  new Map([...out].map(([state, set]) => [name(state), set]));
