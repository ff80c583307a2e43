import type { Command } from "commander";
import { CommandError, EXIT } from "./exit";

/**
 * Refuses options with an empty value, which usually come from an unset variable.
 *
 * @throws CommandError
 */
export function refuseEmptyOptions(command: Command): void {
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if ([value].flat().some((item) => typeof item === "string" && item.trim() === ""))
      throw new CommandError(`${option.flags} has an empty value: set one, or omit the option`, EXIT.usage);
  }
}
