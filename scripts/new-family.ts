// npm run new-family -- LogExport --path /log_exports --section "Log export": a new family, wherever families stand.
import { Command } from "commander";
import { run } from "../cli/common";
import { addFamily } from "./new-family/add";
import { type Flags, newFamily } from "./new-family/definition";
import { report } from "./new-family/report";
import { taken } from "./new-family/taken";

const HELP = `
Nothing is written when a name is taken, or when a file that has to be edited holds changes that are not committed. What
comes after the command is in CONTRIBUTING.md, "Adding a family".

Exit codes:
  0  the family is written
  1  it is not, and why
  2  wrong command line`;

const program = new Command("npm run new-family --")
  .description(
    "Write a new family: declaration, emulator entry, sample and example, entered wherever families stand. It works as it is written, with one required property, a description and metadata.",
  )
  .argument("<class>", "name of the class, such as LogExport")
  .requiredOption("--path <path>", "path of the collection, such as /log_exports")
  .requiredOption("--section <heading>", "section of the API reference that has the family")
  .option("--by-convention", "the section only mentions the family: all of it is assumed")
  .option("--field <name>", "the required property, in camelCase", "name")
  .option("--natural-key", "the property is fixed at creation and no two objects have the same")
  .option("--plural <name>", "English plural of the class (default: the class and an s)")
  .option("--list-key <key>", "key of the array in lists (default: the last part of the path)")
  .option("--id-prefix <prefix>", "beginning of the emulator's ids (default: the initials of the class)")
  .addHelpText("after", HELP)
  .action((className: string, flags: Flags) => report(addFamily(newFamily(className, flags, taken()))));

void run(program);
