/** Exit codes of all commands; each command's help explains those it uses. */
export const EXIT = {
  fine: 0,
  failed: 1,
  usage: 2,
  /** The work is done, and found something that the caller asked to be warned about. */
  findings: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error that is reported by its message only, and that determines the exit code. */
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

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Sets the exit code. The process ends once its work is done, so that output still reaches pipes. */
export function setExitCode(code: ExitCode): void {
  process.exitCode = code;
}
