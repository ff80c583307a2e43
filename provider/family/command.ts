import type { Given, Rule, SeenIn, Shape } from "./field";
import type { Props } from "./resource";
import { UserError } from "./user-error";

/** What became of a command: carried out, refused by the service, or nobody knows since the response was lost. */
export type Sent =
  | { readonly outcome: "done" }
  | { readonly outcome: "refused"; readonly why: string }
  | { readonly outcome: "lost"; readonly why: string };

/** The service refused a command, and nothing was done. Any other error leaves open what happened. */
export class CommandRefused extends UserError {
  override readonly name = "CommandRefused";
}

/** Key of the state under which a run leaves a note for the next one: no output. */
export const REMEMBERED = "__remembered";

/** What a command may do while it runs. */
export interface CommandCalls {
  /** One object of a collection, or undefined when it is gone. */
  get(path: string): Promise<Props | undefined>;
  /** All objects of a collection, in wire spelling. */
  list(path: string, listKey: string): Promise<readonly Props[]>;
  /** Sends a command. It is never repeated when its response is lost. */
  send(path: string): Promise<Sent>;
  /** Runs one task at a time for each key, in this process. */
  alone<T>(key: string, task: () => Promise<T>): Promise<T>;
  report(line: string): void;
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** Something that runs instead of something that exists. Nothing is read back and nothing is deleted. */
export interface CommandDefinition<I extends Shape = Shape, O extends Shape = Shape> {
  readonly name: string;
  readonly summary: string;
  readonly section: string;
  readonly inputs: I;
  readonly outputs: O;
  readonly rules?: readonly Rule<Given<I>>[];
  /** Inputs whose change makes the command run again. */
  readonly triggers: readonly (keyof I & string)[];
  /**
   * Runs the command and returns its outputs, with what the next run is to know under `REMEMBERED`. `before` is the state
   * of the last run, if there was one. Throws what the user is told.
   */
  run(
    calls: CommandCalls,
    inputs: Given<I>,
    before: Props | undefined,
  ): Promise<SeenIn<O> & { readonly [REMEMBERED]?: unknown }>;
}

export interface CommandFamily extends CommandDefinition {
  readonly kind: "command";
}

export const defineCommand = <const I extends Shape, const O extends Shape>(
  definition: CommandDefinition<I, O>,
): CommandFamily => ({ kind: "command", ...definition });
