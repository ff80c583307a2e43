import type { Behaviour } from "../schema/family";

/** The parts of a family. */
export interface Source {
  /** File name of the family, the same throughout the project. */
  readonly stem: string;
  /** Content of its file in `emulator/reference`, not checked yet. */
  readonly rows: unknown;
  readonly behaviour?: Behaviour;
}
