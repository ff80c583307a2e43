import { statSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { endingsOf, type Format, PLAIN_FORMATS } from "./formats";

/** Options that several commands have, each written once, so that it means the same in all of them. */

/** Of commands that read an account, or the stack that names it. */
export const accountOptions = (command: Command): Command =>
  command
    .option("-C, --cwd <folder>", "folder of the Pulumi program (default: this one)", existingFolder)
    .option("-s, --stack <name>", "stack of that program (default: the selected one)");

/** Adds `--all`, which excludes the options that a command has so far: those that select objects. */
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
 * Of commands that print a result. Actions only read `format`, which is undefined if neither is given.
 *
 * @param standard - The default, for the help.
 */
export const formatOptions = (
  command: Command,
  formats: readonly [Format, ...Format[]] = PLAIN_FORMATS,
  standard: string = formats[0],
): Command =>
  command
    .addOption(
      new Option("-f, --format <format>", `form of what is printed (default: ${standard})`).choices(formats),
    )
    .addOption(new Option("--json", "the same as --format json").conflicts("format"))
    .hook("preAction", (given) => {
      if (given.getOptionValue("json") === true) given.setOptionValue("format", "json");
    });

/** Of commands whose result can be put into files as reports, which are not printed then. */
export const reportsOption = (command: Command, formats: readonly Format[]): Command =>
  command.option(
    "-o, --out <file...>",
    `write reports into files, whose names end in ${endingsOf(formats).join(", ")}; nothing is printed then without --format or --json`,
  );
