import { type Command, CommanderError } from "commander";
import { CommandError, EXIT, endWith } from "./exit";
import { noteError } from "./output";

/**
 * Runs the command that the process was started with. Whatever goes wrong is told in one or a few lines on stderr and in
 * the exit code; what is a mistake of this package says so, with a stack only where TUNNEL_EDGE_DEBUG asks for it.
 */
export async function run(program: Command, argv: readonly string[] = process.argv): Promise<void> {
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Its message is on stderr already; help and version are no errors.
      if (error.exitCode !== 0) endWith(EXIT.usage);
      return;
    }
    endWith(error instanceof CommandError ? error.exitCode : EXIT.failed);
    noteError(isMistakeOfOurs(error) ? await reportOf(error, program) : (error as Error).message);
  }
}

/** Errors that the runtime itself throws: no command throws one on purpose. */
const isMistakeOfOurs = (error: unknown) =>
  !(error instanceof Error) ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

async function reportOf(error: unknown, program: Command): Promise<string> {
  // Only here, so that commands which reach no account start without what it takes.
  const { internalErrorReport } = await import("../../provider/account/index.js");
  return internalErrorReport(error, { what: `tunnel-edge ${program.args[0] ?? ""}`.trimEnd(), secrets: [] });
}

/** Commands that are added ready-made do not inherit the setting of their parent. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}
