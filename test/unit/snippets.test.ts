import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import examples from "../../build/generate/native/examples.json";
import { compileErrors } from "../support/compiler";

const root = resolve(__dirname, "../..");
/** Where the TypeScript snippets of the pages are compiled, as users paste them into programs. */
const folder = "test/types/snippets";

/** Declarations for names that a snippet uses without declaring them. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  edge: 'import * as edge from "pulumi-tunnel-edge";',
  baseUrl: "declare const baseUrl: string;",
  apiToken: "declare const apiToken: string;",
};

function extractSnippets(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ""]) => {
    const missing = Object.entries(DECLARATIONS).filter(
      ([name]) =>
        new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`(import \\* as|const) ${name}\\b`).test(code),
    );
    return [...missing.map(([, line]) => line), code, "export {};"].join("\n");
  });
}

const pages = globSync(["README.md", "docs/*.md", "docs/resources/*.md", "examples/*/README.md"], {
  cwd: root,
  // Its snippets are files of a class that doesn't exist; test/journeys compiles them.
  exclude: ["docs/adding-a-family.md"],
});
/** The schema's examples, which use native classes. Those of the class pages use dynamic ones. */
const native = Object.entries(examples).map(([name, { typescript }]) => ({
  page: `the schema's ${name}`,
  code: typescript,
}));
const snippets = new Map(
  [...pages.flatMap((page) => extractSnippets(page).map((code) => ({ page, code }))), ...native].map(
    (snippet, n) => [join(folder, `${n + 1}.mts`), snippet],
  ),
);

/** Returns the compiler errors of all snippets. */
function describeErrors(): string[] {
  const texts = new Map([...snippets].map(([file, { code }]) => [file, code]));
  return [...compileErrors(texts)].flatMap(([file, errors]) =>
    errors.map(({ at, message }) => `${snippets.get(file)?.page}: ${at}: ${message}`),
  );
}

test("the snippets of all pages compile", () => {
  expect(snippets.size).toBeGreaterThan(5);
  expect(describeErrors()).toEqual([]);
});
