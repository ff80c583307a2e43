// npm run new-family -- LogExport: writes a new family as a renamed copy of another one.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { CommandError, EXIT, print, run } from "../cli/common";
import { resources } from "../provider/families";
import type { ResourceFamily } from "../provider/family/resource";
import { stemOf } from "./generate/indexes";

const REPOSITORY = resolve(__dirname, "..");
const GUIDE = "docs/adding-a-family.md";

/** Longer spellings first, because the first match wins. */
const spellings = (name: string, plural: string): readonly string[] => {
  const camel = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const snake = (text: string) => stemOf(text).replaceAll("-", "_");
  return [plural, camel(plural), snake(plural), name, camel(name), stemOf(name), snake(name)];
};

export function renameFamily(text: string, from: ResourceFamily, name: string): string {
  const words = stemOf(name).replaceAll("-", " ");
  const plural = `${name}s`;
  // The third spelling is the plural in snake_case.
  const [, , collection = ""] = spellings(name, plural);
  const pairs: readonly (readonly [string, string])[] = [
    [from.path, `/${collection}`],
    [`example-${stemOf(from.name)}`, `example-${stemOf(name)}`],
    ...(from.section ? [[from.section, words.charAt(0).toUpperCase() + words.slice(1)] as const] : []),
    ...spellings(from.name, from.plural).map((old, n) => [old, spellings(name, plural)[n] ?? old] as const),
  ];
  // A one-word name has the same spelling in several pairs. The first pair wins, whose form is used most.
  const names = new Map([...pairs].reverse());
  // Also matches shape names, which start with the family's name.
  const pattern = new RegExp(`(?<![A-Za-z])(${pairs.map(([old]) => old).join("|")})(?![a-z])`, "g");
  return text
    .replace(pattern, (word) => names.get(word) ?? word)
    .replace(/("idPrefix": )"\w+"/, `$1"${stemOf(name).replace(/(\w)\w*-?/g, "$1")}"`);
}

const filesOf = (stem: string): readonly string[] => [
  `provider/families/${stem}.ts`,
  `emulator/reference/${stem}.json`,
  `test/samples/${stem}.ts`,
  `examples/${stem}/index.ts`,
];

/** Writes nothing if the name is invalid or a file exists. */
function addFamily(name: string, like: string): void {
  const from = resources.find((family) => family.name === like);
  if (from === undefined) throw new CommandError(`--like ${like} is not a class of the package`, EXIT.usage);
  if (!/^([A-Z][a-z0-9]+)+$/.test(name))
    throw new CommandError(
      `${name} is not a class name: write words in PascalCase and abbreviations as words, such as IpPolicy`,
      EXIT.usage,
    );
  const sources = filesOf(stemOf(like)).filter((path) => existsSync(join(REPOSITORY, path)));
  const files = new Map(
    sources.map((path) => [
      path.replace(stemOf(like), stemOf(name)),
      renameFamily(readFileSync(join(REPOSITORY, path), "utf8"), from, name),
    ]),
  );
  const existing = [...files.keys()].find((path) => existsSync(join(REPOSITORY, path)));
  if (existing) throw new CommandError(`${existing} already exists: choose another name or remove it first`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(REPOSITORY, path)), { recursive: true });
    writeFileSync(join(REPOSITORY, path), text);
  }
  print(`${[...files.keys()].map((path) => `wrote   ${path}`).join("\n")}

${name} is a copy of ${like}. Edit the files according to the API reference: ${GUIDE}
Not copied: the emulator code of ${like} in emulator/catalog`);
}

if (require.main === module) {
  const program = new Command("npm run new-family --")
    .description("Write a new family as a copy of another one, under its own names.")
    .argument("<class>", "name of the class, such as LogExport")
    .option("--like <class>", "the class to copy", "IpPolicy")
    .addHelpText("after", `\nThe next steps are in ${GUIDE}.`)
    .action((name: string, { like }: { like: string }) => addFamily(name, like));
  void run(program);
}
