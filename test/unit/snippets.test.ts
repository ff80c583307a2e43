import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import examples from "../../provider/engine/native/examples.json";

/** The TypeScript in the pages, as a user would paste it into a program. */
const root = resolve(__dirname, "../..");
const folder = join(root, "test/types/snippets");

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

/** What the compiler says of each snippet, in strict mode. */
function complaints(): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const settings: ts.CompilerOptions = {
    ...options,
    noEmit: true,
    incremental: false,
    noUnusedLocals: false,
  };
  const host = ts.createCompilerHost({ ...settings, tsBuildInfoFile: undefined });
  const read = host.getSourceFile.bind(host);
  host.fileExists = (file) => snippets.has(file) || ts.sys.fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const snippet = snippets.get(file);
    return snippet ? ts.createSourceFile(file, snippet.code, rest[0]) : read(file, ...rest);
  };
  const program = ts.createProgram([...snippets.keys()], { ...settings, tsBuildInfoFile: undefined }, host);
  return [...snippets].flatMap(([file, { page, code }]) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) => {
        const [line] = code.slice(start).split("\n", 1);
        return `${page}: ${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      },
    );
  });
}

test("compile as they stand", () => {
  expect(snippets.size).toBeGreaterThan(5);
  expect(complaints()).toEqual([]);
});
