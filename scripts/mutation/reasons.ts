/** Why mutants may go unnoticed. */
export interface Reason {
  /** One or two sentences, for docs/mutation-testing.md. */
  readonly why: string;
  /** File below provider/lifecycle, a part of the line, and what took its place where others must not fit. */
  readonly of: readonly (readonly [file: string, code: string, replacement?: string])[];
}

export const REASONS: readonly Reason[] = [
  {
    why: "The compiler asks for the guard: what it guards against cannot occur.",
    of: [
      ["diff.ts", "family.naturalKey?.join", "family.naturalKey.join"],
      ["module.ts", 'parts[i] ?? ""'],
      ["resource.ts", "const { exclusive = [] } = this.family;"],
      ["recovery/mark.ts", 'if (typeof text !== "string") return undefined;'],
      ["recovery/match.ts", "schema && !metaOf(schema).writeOnly", '["Stryker was here"]'],
      ["recovery/match.ts", "schema && !metaOf(schema).writeOnly", "schema || !metaOf(schema).writeOnly"],
    ],
  },
  {
    why: "The name of a key that is handed on and never stored: any other would do.",
    of: [["diff.ts", 'const OWN_ID = "__id"']],
  },
  {
    why: "No family has two of them today, so that nothing is joined.",
    of: [["recovery/create.ts", 'onceKeys.join(", ")']],
  },
  {
    why: "No object stands below two others today, so that every one and some one are the same.",
    of: [["resource.ts", 'pathKeys.every((key) => typeof state[key] === "string")']],
  },
  {
    why: "Frees memory and changes nothing else.",
    of: [
      ["recovery/creations.ts", "} finally {"],
      ["recovery/creations.ts", "this.underWay.delete(settled);"],
    ],
  },
];
