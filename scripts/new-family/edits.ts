import type { NewFamily } from "./definition";
import { insertInto, type List, withImport } from "./insert";
import { exampleEdit, sample } from "./texts";

/** What is entered into a file that is there. */
export interface Edit {
  readonly path: string;
  readonly apply: (text: string) => string;
}

const RESOURCES: List = {
  opens: "export const resources: readonly ResourceFamily[] = [",
  closes: "];",
  entry: /^ {2}(\w+),$/,
};
const DEFINITIONS: List = { opens: "  Object.entries({", closes: "  }),", entry: /^ {4}(\w+): async / };
const EMULATED: List = {
  opens: "export const families: readonly Family[] = [",
  closes: "];",
  entry: /^ {2}(\w+),$/,
  unsorted: true,
};
const WITH_METADATA: List = {
  opens: "const WITH_METADATA = {",
  closes: "} as const satisfies { [K in NamesWithMetadata]: Sdk[K] };",
  entry: /^ {2}(\w+): edge\.\w+,$/,
};
const CLASSES: List = { opens: "export const CLASSES = [", closes: "] as const;", entry: /^ {2}"(\w+)",$/ };
const SAMPLES: List = {
  opens: "export const samples: Readonly<Record<ClassName, Sample>> = {",
  closes: "};",
  entry: /^ {2}(\w+): \{$/m,
  spaced: true,
};
const EXAMPLE_EDITS: List = {
  opens: "const edits: Readonly<Record<string, { from: string; to: string; calls: readonly string[] }>> = {",
  closes: "};",
  entry: /^ {2}"?([a-z0-9-]+)"?: \{/,
};

/** The places at which every family is named. */
export function edits(family: NewFamily): Edit[] {
  const { name, stem, constant } = family;
  const imported = `import { ${constant} } from "./${stem}";`;
  const loaded = `    ${name}: async () => (await import("./${stem}.js")).${constant},`;
  return [
    {
      path: "provider/families/index.ts",
      apply: (text) => withImport(insertInto(text, RESOURCES, `  ${constant},`), imported),
    },
    { path: "provider/families/load.ts", apply: (text) => insertInto(text, DEFINITIONS, loaded) },
    {
      path: "emulator/catalog/index.ts",
      apply: (text) => withImport(insertInto(text, EMULATED, `  ${constant},`), imported),
    },
    {
      path: "policy/classes.ts",
      apply: (text) => insertInto(text, WITH_METADATA, `  ${name}: edge.${name},`),
    },
    {
      path: "test/samples.ts",
      apply: (text) => insertInto(insertInto(text, CLASSES, `  "${name}",`), SAMPLES, sample(family)),
    },
    {
      path: "test/engine/examples.engine.test.ts",
      apply: (text) => insertInto(text, EXAMPLE_EDITS, exampleEdit(family)),
    },
  ];
}
