import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import examples from "../../build/generate/native/examples.json";
import { compileErrors } from "../support/compiler";

/** The TypeScript in the pages, as a user would paste it into a program. */
const root = resolve(__dirname, "../..");
const folder = "test/types/snippets";

/** What the text around a snippet speaks of, where the snippet itself does not declare it. */
const GIVEN: Readonly<Record<string, string>> = {
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  edge: 'import * as edge from "pulumi-tunnel-edge";',
  baseUrl: "declare const baseUrl: string;",
  apiToken: "declare const apiToken: string;",
};

function snippetsOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ""]) => {
    const missing = Object.entries(GIVEN).filter(
      ([name]) =>
        new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`(import \\* as|const) ${name}\\b`).test(code),
    );
    return [...missing.map(([, line]) => line), code, "export {};"].join("\n");
  });
}

const pages = globSync(
  ["README.md", "docs/*.md", "docs/resources/*.md", "emulator/README.md", "examples/*/README.md"],
  {
    cwd: root,
    // Its texts are files of the package about a class that does not exist: a journey compiles them.
    exclude: ["docs/adding-a-family.md"],
  },
);
/** The examples of the schema, which are for the native classes. Those of the class pages are for the dynamic ones. */
const native = Object.entries(examples).map(([name, { typescript }]) => ({
  page: `the schema's ${name}`,
  code: typescript,
}));
const snippets = new Map(
  [...pages.flatMap((page) => snippetsOf(page).map((code) => ({ page, code }))), ...native].map(
    (snippet, n) => [join(folder, `${n + 1}.mts`), snippet],
  ),
);

/** What the compiler says of each snippet. */
function complaints(): string[] {
  const texts = new Map([...snippets].map(([file, { code }]) => [file, code]));
  return [...compileErrors(texts)].flatMap(([file, said]) =>
    said.map(({ at, message }) => `${snippets.get(file)?.page}: ${at}: ${message}`),
  );
}

test("compile as they stand", () => {
  expect(snippets.size).toBeGreaterThan(5);
  expect(complaints()).toEqual([]);
});
