/** Why mutants may go unnoticed. */
export interface Reason {
  /** One or two sentences, for docs/mutation-testing.md. */
  readonly why: string;
  /** File below provider/lifecycle, a part of the line, and what took its place where others must not fit. */
  readonly of: readonly (readonly [file: string, code: string, replacement?: string])[];
}

export const REASONS: readonly Reason[] = [];
