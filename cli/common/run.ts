import { type Command, CommanderError } from "commander";
import { CommandError, EXIT, endWith } from "./exit";
import { note, noteError } from "./output";

/**
 * Runs the command that the process was started with. Whatever goes wrong is told in one or a few lines on stderr and in
 * the exit code; a stack only when DEBUG asks for it.
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
    noteError(error instanceof Error ? error.message : String(error));
    if (process.env.DEBUG && error instanceof Error && error.stack) note(error.stack);
  }
}

/** Commands that are added ready-made do not inherit the setting of their parent. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}
