/** Exit codes of every command; each command's help says which it uses and why. */
export const EXIT = {
  /** Success, no findings. */
  fine: 0,
  /** The command could not do its work. */
  failed: 1,
  /** The command line is not valid. */
  usage: 2,
  /** The work is done and found something that the caller asked to be warned about. */
  findings: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error that is reported with its own message, without a stack trace, and ends the command with its exit code. */
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
