import type { InputValues, ResponseValues, Rule, Shape } from "./field";
import type { Props } from "./resource";
import { UserError } from "./user-error";

/** Result of a command: carried out, rejected by the service, or unknown because the response was lost. */
export type CommandOutcome =
  | { readonly outcome: "done" }
  | { readonly outcome: "refused"; readonly reason: string }
  | { readonly outcome: "lost"; readonly reason: string };

/** The service rejected a command, and nothing was done. After any other error, the result is unknown. */
export class CommandRefused extends UserError {
  override readonly name = "CommandRefused";
}

/** State key under which a run stores data for the next run; not an output. */
export const REMEMBERED = "__remembered";

export interface CommandCalls {
  get(path: string): Promise<Props | undefined>;
  /** Returns all objects of a collection, in wire format. */
  list(path: string, listKey: string): Promise<readonly Props[]>;
  /** Sends a command. Not retried when its response is lost. */
  send(path: string): Promise<CommandOutcome>;
  /** Runs tasks with the same key one after another in this process. */
  exclusively<T>(key: string, task: () => Promise<T>): Promise<T>;
  report(line: string): void;
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** An action instead of an object: nothing is read or deleted. */
export interface CommandDefinition<I extends Shape = Shape, O extends Shape = Shape> {
  readonly name: string;
  readonly summary: string;
  readonly section: string;
  readonly inputs: I;
  readonly outputs: O;
  readonly rules?: readonly Rule<InputValues<I>>[];
  /** Inputs whose change makes the command run again. */
  readonly triggers: readonly (keyof I & string)[];
  /** `before` is the state of the last run. Throws user errors. */
  run(
    calls: CommandCalls,
    inputs: InputValues<I>,
    before: Props | undefined,
  ): Promise<ResponseValues<O> & { readonly [REMEMBERED]?: unknown }>;
}

export interface CommandFamily extends CommandDefinition {
  readonly kind: "command";
}

export const defineCommand = <const I extends Shape, const O extends Shape>(
  definition: CommandDefinition<I, O>,
): CommandFamily => ({ kind: "command", ...definition });
