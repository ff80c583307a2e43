import type { DFA } from "refa";

type Refa = typeof import("refa");

let loaded: Refa | undefined;

/** Loaded lazily, because few programs use regular expressions. */
export function refa(): Refa {
  loaded ??= require("refa") as Refa;
  return loaded;
}

export interface Transition {
  readonly min: number;
  readonly max: number;
  readonly to: number;
}

/** The states of a deterministic automaton; the first one is initial. Transitions are sorted and don't overlap. */
export type Automaton = readonly { readonly isFinal: boolean; readonly out: readonly Transition[] }[];

export const MAX_CODE_POINT = 0x10ffff;

/** Code points that UTF-8 can't encode. */
export const SURROGATES = { min: 0xd800, max: 0xdfff } as const;

/** Stands for the state of an automaton without a matching transition. */
export const NO_STATE = -1;

export function toTable({ initial, finals }: DFA): Automaton {
  const indexes = new Map<DFA.ReadonlyNode, number>([[initial, 0]]);
  const table: { isFinal: boolean; out: Transition[] }[] = [];
  // Iterating over a map includes entries that are added meanwhile.
  for (const [node] of indexes) {
    const out = [...node.out].map(([{ min, max }, next]) => {
      if (!indexes.has(next)) indexes.set(next, indexes.size);
      return { min, max, to: indexes.get(next) as number };
    });
    table.push({ isFinal: (finals as ReadonlySet<DFA.ReadonlyNode>).has(node), out });
  }
  return table;
}
