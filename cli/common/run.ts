import { type Command, CommanderError } from "commander";
import { CommandError, EXIT, setExitCode } from "./exit";
import { noteError } from "./output";

/**
 * Runs the command that the process was started with. Reports every failure in a few lines on stderr and with the exit
 * code. A bug of this package is reported as such, with a stack trace.
 */
export async function run(program: Command, argv: readonly string[] = process.argv): Promise<void> {
  throwInsteadOfExit(program);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isReaderGone(error)) return;
    setExitCode(EXIT.failed);
    noteError(`the result cannot be written (${error.code})`);
  });
  // An error on stderr can't be reported.
  process.stderr.on("error", (error) => isReaderGone(error) || setExitCode(EXIT.failed));
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // The message is already on stderr; help and version aren't errors.
      if (error.exitCode !== 0) setExitCode(EXIT.usage);
      return;
    }
    setExitCode(error instanceof CommandError ? error.exitCode : EXIT.failed);
    noteError(isInternalError(error) ? await internalErrorText(error, program) : (error as Error).message);
  }
}

/** A reader that closes the pipe early, such as `head`, is not a failure: the command continues and exits as usual. */
const isReaderGone = ({ code }: NodeJS.ErrnoException) => code === "EPIPE";

/** Errors that the runtime throws; commands never throw them on purpose. */
const isInternalError = (error: unknown) =>
  !(error instanceof Error) ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

async function internalErrorText(error: unknown, program: Command): Promise<string> {
  const { oldNodeReason } = await import("../../provider/manifest/node-version.js");
  // An older version lacks functions that the commands call.
  const outdated = oldNodeReason(process.versions.node);
  if (outdated !== undefined) return outdated;
  // Loaded here, so that commands that don't use an account start without it.
  const { internalErrorReport } = await import("../../provider/inspect/index.js");
  return internalErrorReport(error, `tunnel-edge ${program.args[0] ?? ""}`.trimEnd());
}

/** Commands that are added as objects don't inherit this setting. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}
