import type { DFA } from "refa";

type Refa = typeof import("refa");

let loaded: Refa | undefined;

/** Loaded where it is needed: few programs have such a condition. */
export function refa(): Refa {
  loaded ??= require("refa") as Refa;
  return loaded;
}

export interface Transition {
  readonly min: number;
  readonly max: number;
  readonly to: number;
}

/** The states of an automaton, the first one first. For each character there is one transition at most. */
export type Automaton = readonly { readonly isFinal: boolean; readonly out: readonly Transition[] }[];

export const MAX_CODE_POINT = 0x10ffff;

/** Characters that no text in UTF-8 has. */
export const SURROGATES = { min: 0xd800, max: 0xdfff } as const;

/** Where an automaton is that accepts nothing any more. */
export const NO_STATE = -1;

export function toTable({ initial, finals }: DFA): Automaton {
  const places = new Map<DFA.ReadonlyNode, number>([[initial, 0]]);
  const table: { isFinal: boolean; out: Transition[] }[] = [];
  for (const [node] of places) {
    const out = [...node.out].map(([{ min, max }, next]) => {
      if (!places.has(next)) places.set(next, places.size);
      return { min, max, to: places.get(next) as number };
    });
    table.push({ isFinal: (finals as ReadonlySet<DFA.ReadonlyNode>).has(node), out });
  }
  return table;
}
