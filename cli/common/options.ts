import { statSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CommandError, EXIT } from "./exit";
import { extensionsOf, type Format, PLAIN_FORMATS } from "./formats";

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

/** Options of commands that read an account, or the stack that configures it. */
export const accountOptions = (command: Command): Command =>
  command
    .option("-C, --cwd <folder>", "folder of the Pulumi program (default: this one)", existingFolder)
    .option("-s, --stack <name>", "stack of that program (default: the selected one)");

export const wholeNumberFrom = (minimum: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < minimum)
    throw new InvalidArgumentError(`It must be a whole number, ${minimum} or more.`);
  return value;
};

/** Adds `--all`, which conflicts with the options that the command already has: those that select objects. */
export const allOption = (command: Command, description: string): Command =>
  command.addOption(
    new Option("--all", description).conflicts(command.options.map((option) => option.attributeName())),
  );

function existingFolder(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError("There is no such folder.");
  return path;
}

/**
 * Adds `--format` and `--json`. Both set `format`, which is undefined without them.
 *
 * @param defaultFormat - Shown in the help.
 */
export const formatOptions = (
  command: Command,
  formats: readonly [Format, ...Format[]] = PLAIN_FORMATS,
  defaultFormat: string = formats[0],
): Command =>
  command
    .addOption(
      new Option("-f, --format <format>", `output format (default: ${defaultFormat})`).choices(formats),
    )
    .addOption(new Option("--json", "the same as --format json").conflicts("format"))
    .hook("preAction", (command) => {
      if (command.getOptionValue("json") === true) command.setOptionValue("format", "json");
    });

export const programOptions = (command: Command, showValues: string): Command =>
  command
    .requiredOption("-o, --out <folder>", "folder for the program; new or empty")
    .option("--project <name>", "name of the Pulumi project (default: the folder's name)")
    .option("--force", "write into a folder that is not empty; files of the same names are replaced")
    .option(
      "--secrets <file>",
      "write the values of secrets that the service returns into a file that only its owner can read",
    )
    .option("--show-values", showValues);

export const reportsOption = (command: Command, formats: readonly Format[]): Command =>
  command.option(
    "-o, --out <file...>",
    `write reports to files with the extensions ${extensionsOf(formats).join(", ")}; prints nothing unless --format or --json is given`,
  );
