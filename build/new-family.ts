// npm run new-family -- LogExport: a new family, which is a copy of another one under its own names.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { CommandError, EXIT, print, run } from "../cli/common";
import { resources } from "../provider/families";
import type { ResourceFamily } from "../provider/family/resource";
import { stemOf } from "./generate/families";

const REPOSITORY = resolve(__dirname, "..");
const GUIDE = "docs/adding-a-family.md";

/** The names of a family, in all spellings that its files have, longer ones first. */
const spellings = (name: string, plural: string): readonly string[] => {
  const camel = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const snake = (text: string) => stemOf(text).replaceAll("-", "_");
  return [plural, camel(plural), snake(plural), name, camel(name), stemOf(name), snake(name)];
};

/** The text of a file of one family, for another one. */
export function renamed(text: string, from: ResourceFamily, name: string): string {
  const words = stemOf(name).replaceAll("-", " ");
  const plural = `${name}s`;
  const [, , collection = ""] = spellings(name, plural);
  const pairs: readonly (readonly [string, string])[] = [
    [from.path, `/${collection}`],
    [`example-${stemOf(from.name)}`, `example-${stemOf(name)}`],
    ...(from.section ? [[from.section, words.charAt(0).toUpperCase() + words.slice(1)] as const] : []),
    ...spellings(from.name, from.plural).map((old, n) => [old, spellings(name, plural)[n] ?? old] as const),
  ];
  // A name of one word has the same spelling in several places: a constant has it most.
  const names = new Map([...pairs].reverse());
  // Names of its shapes begin with its own.
  const pattern = new RegExp(`(?<![A-Za-z])(${pairs.map(([old]) => old).join("|")})(?![a-z])`, "g");
  return text
    .replace(pattern, (word) => names.get(word) ?? word)
    .replace(/("idPrefix": )"\w+"/, `$1"${stemOf(name).replace(/(\w)\w*-?/g, "$1")}"`);
}

/** The files of a family that a new one has too, by path. */
const filesOf = (stem: string): readonly string[] => [
  `provider/families/${stem}.ts`,
  `emulator/reference/${stem}.json`,
  `test/samples/${stem}.ts`,
  `examples/${stem}/index.ts`,
];

/** Nothing is written if a name is taken or a file is there. */
function addFamily(name: string, like: string): void {
  const from = resources.find((family) => family.name === like);
  need(from !== undefined, `--like ${like} is no class of the package`);
  need(
    /^([A-Z][a-z0-9]+)+$/.test(name),
    `${name} is not a class name: write words in PascalCase and abbreviations as words, such as IpPolicy`,
  );
  const sources = filesOf(stemOf(like)).filter((path) => existsSync(join(REPOSITORY, path)));
  const files = new Map(
    sources.map((path) => [
      path.replace(stemOf(like), stemOf(name)),
      renamed(readFileSync(join(REPOSITORY, path), "utf8"), from, name),
    ]),
  );
  const there = [...files.keys()].find((path) => existsSync(join(REPOSITORY, path)));
  if (there) throw new CommandError(`${there} is there already: choose another name, or remove it first`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(REPOSITORY, path)), { recursive: true });
    writeFileSync(join(REPOSITORY, path), text);
  }
  print(`${[...files.keys()].map((path) => `wrote   ${path}`).join("\n")}

${name} is a copy of ${like}. Change the files to what the API reference says: ${GUIDE}
What the emulator does of ${like} beyond its tables is not copied: see emulator/catalog.`);
}

function need(isMet: boolean, otherwise: string): asserts isMet {
  if (!isMet) throw new CommandError(otherwise, EXIT.usage);
}

if (require.main === module) {
  const program = new Command("npm run new-family --")
    .description("Write a new family as a copy of another one, under its own names.")
    .argument("<class>", "name of the class, such as LogExport")
    .option("--like <class>", "the class to copy", "IpPolicy")
    .addHelpText("after", `\nWhat comes next is in ${GUIDE}.`)
    .action((name: string, { like }: { like: string }) => addFamily(name, like));
  void run(program);
}
