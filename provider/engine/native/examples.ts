import programs from "./examples.json";

export type Language = "typescript" | "python" | "go" | "yaml";

/** A program in every language, and the hash of what they were all made of. */
export interface Example extends Readonly<Record<Language, string>> {
  readonly of: string;
}

const examples: Readonly<Record<string, Example | undefined>> = programs;

export const exampleOf = (name: string): Example | undefined => examples[name];
