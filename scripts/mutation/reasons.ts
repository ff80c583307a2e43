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
      ["check.ts", 'rule.at ?? rule.keys[0] ?? ""'],
      ["drift.ts", 'places.at(-1) ?? ""'],
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
    why: "A list that is empty, or holds a name that no input has, comes to the same.",
    of: [
      ["check.ts", "{ mayMiss = [], outputs = [] }"],
      ["state.ts", "const { from = [], outputs = [] } = family.derive ?? {};"],
      ["state.ts", "(Array.isArray(value) ? value : [])", '["Stryker was here"]'],
    ],
  },
  {
    why: "A shortcut: what comes after it gives the same result, more slowly.",
    of: [
      ["compare.ts", "if (value === UNKNOWN) return UNKNOWN;"],
      ["compare.ts", "if (given === undefined || given === null) return undefined;"],
      ["compare.ts", "if (given === undefined && same(schema, undefined, observed)) return undefined;"],
    ],
  },
  {
    why: "An undefined value and no key at all are the same once the engine has them as JSON.",
    of: [
      ["compare.ts", "if (value !== undefined && value !== null) result[key] = value;"],
      ["state.ts", "if (value !== undefined && value !== null) inputs[key] = value;"],
      ["view.ts", "entries.filter(([, value]) => value !== undefined)"],
    ],
  },
  {
    why: "Noticed by contract tests, which do not take part in trying files that work on values.",
    of: [
      ["state.ts", "export const isIdAlone"],
      ["state.ts", "if (before.adopted === true) state.adopted = true;"],
      ["diff.ts", "state.deleteOnDestroy === true ? undefined"],
    ],
  },
  {
    why: "Frees memory and changes nothing else.",
    of: [
      ["recovery/creations.ts", "} finally {"],
      ["recovery/creations.ts", "this.underWay.delete(settled);"],
    ],
  },
];
