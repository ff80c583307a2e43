// npm run new-family -- LogExport --path /log_exports --section "Log export": a new family.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { CommandError, print, run } from "../cli/common";
import { type Flags, type NewFamily, newFamily, taken } from "./new-family/definition";
import { newFiles } from "./new-family/files";

const REPOSITORY = resolve(__dirname, "..");

const HELP = `
Nothing is written when a name is taken or a file is there. What comes after the command is in CONTRIBUTING.md, "Adding a
family".

Exit codes:
  0  the family is written
  1  it is not, and why
  2  wrong command line`;

/**
 * Writes a family. All files are rendered before the first is written, so that an error leaves every file as it was.
 */
function addFamily(family: NewFamily): void {
  const files = newFiles(family);
  const there = [...files.keys()].find((path) => existsSync(join(REPOSITORY, path)));
  if (there) throw new CommandError(`${there} is there already: choose another name, or remove it first`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(REPOSITORY, path)), { recursive: true });
    writeFileSync(join(REPOSITORY, path), text);
  }
  const biome = join(REPOSITORY, "node_modules", "@biomejs", "biome", "bin", "biome");
  try {
    const check = ["check", "--write", "--log-level=error", ...files.keys()];
    execFileSync(process.execPath, [biome, ...check], {
      cwd: REPOSITORY,
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch (error) {
    throw new CommandError("the family is written, but the formatter refuses it: see above", undefined, {
      cause: error,
    });
  }
  const { name, stem, path, section, byConvention, serviceOnly } = family;
  const rows = serviceOnly ? `, from what \`npm run openapi -- rows ${path}\` prints` : "";
  const source =
    section === undefined ? "the service's description says" : `the API reference says, section "${section}"`;
  print(`${[...files.keys()].map((file) => `wrote   ${file}`).join("\n")}

${name} works as it is, after \`npm run generate\`. What comes next is explained in CONTRIBUTING.md, "Adding a family":

  2. Declare what ${source}: provider/families/${stem}.ts
  3. Transcribe it: emulator/reference/${stem}.json${rows}${byConvention || serviceOnly ? ", docs/assumptions.md" : ""}
  4. Give it values: test/samples/${stem}.ts, examples/${stem}/index.ts
  5. Generate and check: npm install, npm run generate, npm run check, and the tests
  6. Propose it: a line in CHANGELOG.md, npm test`);
}

const program = new Command("npm run new-family --")
  .description(
    "Write a new family: declaration, transcription, sample and example. It works as it is written, with one required property, a description and metadata.",
  )
  .argument("<class>", "name of the class, such as LogExport")
  .requiredOption("--path <path>", "path of the collection, such as /log_exports")
  .option("--section <heading>", "section of the API reference that has the family")
  .option("--by-convention", "the section only mentions the family: all of it is assumed")
  .option("--service-only", "the service has the family and the API reference does not")
  .option("--field <name>", "the required property, in camelCase", "name")
  .option("--natural-key", "the property is fixed at creation and no two objects have the same")
  .option("--plural <name>", "English plural of the class (default: the class and an s)")
  .option("--list-key <key>", "key of the array in lists (default: the last part of the path)")
  .option("--id-prefix <prefix>", "beginning of the emulator's ids (default: the initials of the class)")
  .addHelpText("after", HELP)
  .action((className: string, flags: Flags) => addFamily(newFamily(className, flags, taken())));

void run(program);
