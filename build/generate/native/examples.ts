import programs from "./examples.json";

export type Language = "typescript" | "python" | "go" | "yaml";

export interface Example extends Readonly<Record<Language, string>> {
  /** Hash of the program.pp from which the programs were generated. */
  readonly sourceHash: string;
}

const examples: Readonly<Record<string, Example | undefined>> = programs;

export const exampleOf = (name: string): Example | undefined => examples[name];
