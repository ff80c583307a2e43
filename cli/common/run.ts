import { type Command, CommanderError } from "commander";
import { CommandError, EXIT, endWith } from "./exit";
import { noteError } from "./output";

/**
 * Runs the command that the process was started with. Every failure is reported in a few lines on stderr and in the
 * exit code; a bug of this package is reported as such, with a stack trace only when TUNNEL_EDGE_DEBUG is set.
 */
export async function run(program: Command, argv: readonly string[] = process.argv): Promise<void> {
  throwInsteadOfExit(program);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (!isReaderGone(error)) failWith(`the result cannot be written (${error.code})`);
  });
  // It cannot be reported.
  process.stderr.on("error", (error) => isReaderGone(error) || endWith(EXIT.failed));
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Its message is on stderr already; help and version are not errors.
      if (error.exitCode !== 0) endWith(EXIT.usage);
      return;
    }
    endWith(error instanceof CommandError ? error.exitCode : EXIT.failed);
    noteError(isInternalError(error) ? await reportOf(error, program) : (error as Error).message);
  }
}

/** A reader that has seen enough, such as `head`, is no failure: the command goes on, and ends with its usual code. */
const isReaderGone = ({ code }: NodeJS.ErrnoException) => code === "EPIPE";

function failWith(message: string): void {
  endWith(EXIT.failed);
  noteError(message);
}

/** Errors that the runtime itself throws: no command throws one on purpose. */
const isInternalError = (error: unknown) =>
  !(error instanceof Error) ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

async function reportOf(error: unknown, program: Command): Promise<string> {
  // Loaded only here, so that commands that use no account start without it.
  const { internalErrorReport } = await import("../../provider/inspect/index.js");
  return internalErrorReport(error, { what: `tunnel-edge ${program.args[0] ?? ""}`.trimEnd(), secrets: [] });
}

/** Ready-made commands do not inherit the setting of their parent. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}
