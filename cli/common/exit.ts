/** Exit codes of every command; each command's help says which it uses and what for. */
export const EXIT = {
  /** Done, nothing to complain about. */
  fine: 0,
  /** The command could not do its work. */
  failed: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** The work is done and has found something that the caller asked to be told of. */
  findings: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error that is told in its own words, without a stack, and ends the command with its exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Ends the process with this code once its work is done, so that output still reaches pipes. */
export function endWith(code: ExitCode): void {
  process.exitCode = code;
}
