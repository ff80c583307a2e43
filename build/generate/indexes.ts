import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** First line of every generated source file. */
export const GENERATED = "// Generated from provider/families by `npm run generate`; do not edit.\n";

/** Converts a class name to a file name: `IpPolicy` to `ip-policy`. */
export const stemOf = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase();

const INDEX = "// Generated from the files of this folder by `npm run generate`; do not edit.\n";

function matchFiles(root: string, folder: string, pattern: RegExp): (readonly [string, RegExpExecArray])[] {
  return stemsIn(root, folder, ".ts").flatMap((stem) => {
    const match = pattern.exec(readFileSync(join(root, folder, `${stem}.ts`), "utf8"));
    return match ? [[stem, match] as const] : [];
  });
}

const stemsIn = (root: string, folder: string, ending: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

const familiesIn = (root: string) =>
  matchFiles(root, "provider/families", /^export const (\w+) = define(\w+)\(\{\s*name: "(\w+)"/m).map(
    ([stem, [, constant = "", kind = "", name = ""]]) => ({ stem, constant, kind, name }),
  );

export const namesIn = (root: string): readonly string[] => familiesIn(root).map(({ name }) => name);

/** Parses the text of the files, because nothing can be imported while an index lacks a family. */
export function indexFiles(root: string): Map<string, string> {
  const families = familiesIn(root);
  const referenceStems = stemsIn(root, "emulator/reference", ".json").filter((stem) => stem !== "modules");
  const behaviors = stemsIn(root, "emulator/catalog", ".ts").map((stem) => {
    const text = readFileSync(join(root, "emulator/catalog", `${stem}.ts`), "utf8");
    return {
      stem,
      constants: [...text.matchAll(/^export const (\w+): Behavior = /gm)].map(([, name = ""]) => name),
    };
  });
  const samples = matchFiles(root, "test/samples", /^export const sample: Sample = /m).map(([stem]) => stem);
  const sampledFamilies = families.filter(({ kind }) => kind === "Resource" || kind === "Module");
  const lines = <T>(items: readonly T[], line: (item: T) => string) => items.map(line).join("\n");
  const list = (name: string, doc: string, kind: string) =>
    `/** ${doc} */\nexport const ${name}: readonly ${kind}Family[] = [${families
      .filter((family) => family.kind === kind)
      .map(({ constant }) => `${constant},`)
      .join("")}];\n`;
  const loaders = (name: string, doc: string, has: (kind: string) => boolean) =>
    `/** ${doc} */\nexport const ${name} = {\n${families
      .filter(({ kind }) => has(kind))
      .map(({ name, stem, constant }) => `${name}: async () => (await import("./${stem}.js")).${constant},`)
      .join("\n")}\n};`;
  const camel = (stem: string) => stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const typeImports = ["Command", "Lookup", "Module", "Resource"].map(
    (kind) => `import type { ${kind}Family } from "../family/${kind.toLowerCase()}";`,
  );
  const files = {
    "provider/families/index.ts": [
      ...typeImports,
      ...families.map(({ constant, stem }) => `import { ${constant} } from "./${stem}";`),
      "",
      list("resources", "Families with a class that programs declare.", "Resource"),
      list("modules", "Single modules of an edge or route that is managed elsewhere.", "Module"),
      list("lookups", "Collections that can only be read.", "Lookup"),
      list("commands", "Families that run an action and manage no object.", "Command"),
      "/** Every family with a class. */",
      "export const managed: readonly (ResourceFamily | ModuleFamily | CommandFamily)[] = [...resources, ...modules, ...commands];",
    ].join("\n"),
    "provider/families/definitions.ts": [
      loaders("definitions", "Loads the family of each class.", (kind) => kind !== "Lookup"),
      loaders("readOnly", "Loads each family that has functions and no class.", (kind) => kind === "Lookup"),
    ].join("\n\n"),
    "emulator/catalog/families.ts": [
      ...referenceStems.map((stem) => `import ${camel(stem)}Rows from "../reference/${stem}.json";`),
      ...behaviors
        .filter(({ constants }) => constants.length > 0)
        .map(({ stem, constants }) => `import { ${constants.sort().join(", ")} } from "./${stem}";`),
      'import type { Source } from "../schema/family";',
      "",
      "/** The tables of every family that the emulator serves, and its behavior beyond the tables. */",
      `export const sources: readonly Source[] = [${referenceStems
        .map((stem) => {
          const hasBehavior = behaviors.some(({ constants }) => constants.includes(camel(stem)));
          return `{ stem: "${stem}", rows: ${camel(stem)}Rows${hasBehavior ? `, behavior: ${camel(stem)}` : ""} },`;
        })
        .join("")}];`,
    ].join("\n"),
    "policy/rules/index.ts": lines(
      stemsIn(root, "policy/rules", ".ts").filter((stem) => stem !== "index"),
      (stem) => `export * from "./${stem}";`,
    ),
    "test/samples/index.ts": `${lines(samples, (stem) => `import * as ${camel(stem)} from "./${stem}";`)}
import { derived } from "./derived";
import type { Sample } from "./sample";

export type { Change, Inputs, Sample, SampleContext } from "./sample";

const files = {
${lines(sampledFamilies, ({ name, stem }) => `${name}: ${samples.includes(stem) ? camel(stem) : `derived("${name}")`},`)}
};

export type ClassName = keyof typeof files;

/** Every class that can be created, read and deleted. */
export const CLASSES = Object.keys(files) as readonly ClassName[];

export const samples: Readonly<Record<ClassName, Sample>> = Object.fromEntries(
  Object.entries(files).map(([name, { sample }]) => [name, sample]),
) as Record<ClassName, Sample>;`,
  };
  return new Map(Object.entries(files).map(([path, text]) => [path, `${INDEX}${text}\n`]));
}

export function writeFiles(root: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
