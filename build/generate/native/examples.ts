import programs from "./examples.json";

export type Language = "typescript" | "python" | "go" | "yaml";

export interface Example extends Readonly<Record<Language, string>> {
  /** Hash of the TypeScript program from which the others were generated. */
  readonly of: string;
}

const examples: Readonly<Record<string, Example | undefined>> = programs;

export const exampleOf = (name: string): Example | undefined => examples[name];
