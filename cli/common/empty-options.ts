import type { Command } from "commander";
import { CommandError, EXIT } from "./exit";

/**
 * Refuses an empty value of an option, as of a variable that is not set: the command would do something else than was meant.
 *
 * @throws CommandError
 */
export function refuseEmptyOptions(command: Command): void {
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if ([value].flat().some((item) => typeof item === "string" && item.trim() === ""))
      throw new CommandError(
        `${option.flags} has an empty value: give one, or leave the option out`,
        EXIT.usage,
      );
  }
}
