import type { Migration } from "./convert";
import type { MigratedProgram } from "./program";
import type { Proof } from "./proof";

/** The options of `tunnel-edge migrate`. */
export interface MigrateFlags {
  readonly out: string;
  readonly project?: string;
  readonly force?: true;
  readonly secrets?: string;
  readonly showValues?: true;
  readonly managed?: true;
  readonly cwd?: string;
  readonly stack?: string;
  readonly format?: "text" | "json";
}

/** The result of a run. */
export interface Outcome {
  readonly flags: MigrateFlags;
  readonly migration: Migration;
  readonly program: MigratedProgram;
  readonly proof: Proof;
}
