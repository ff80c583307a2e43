import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { managed } from "../../../provider/families";
import * as native from "../../../sdk/native";

const root = resolve(__dirname, "../../..");
const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);

const names = managed.map(({ name }) => name);
const functions = Object.keys(native).filter((name) => /^(get|list)/.test(name));
const FILE = join(root, "test", "types", "hovers.ts");
const TEXT = ["", "/native"]
  .map((from, n) =>
    [
      `import * as edge${n} from "pulumi-tunnel-edge${from}";`,
      ...names.map((name) => `new edge${n}.${name}("x", {} as edge${n}.${name}Args);`),
      ...functions.map((name) => `edge${n}.${name}({} as never);`),
      "",
    ].join("\n"),
  )
  .join("");

const service = ts.createLanguageService({
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) =>
    file === FILE || existsSync(file)
      ? ts.ScriptSnapshot.fromString(file === FILE ? TEXT : readFileSync(file, "utf8"))
      : undefined,
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({ ...options, noEmit: true }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => file === FILE || ts.sys.fileExists(file),
  readFile: ts.sys.readFile,
});

/** What an editor says of a name: its meaning, and those of parameters. */
function hover(name: string, before: string): { readonly said: string; readonly tags: readonly string[] } {
  const at = TEXT.indexOf(`${before}${name}(`) + before.length;
  const { documentation, tags = [] } = service.getQuickInfoAtPosition(FILE, at) ?? {};
  return {
    said: ts.displayPartsToString(documentation).replace(/\s+/g, " "),
    tags: tags.map(({ name: tag, text }) => `${tag} ${ts.displayPartsToString(text)}`),
  };
}

describe("an editor says of the native provider what it says of the dynamic one", () => {
  test.each(names)("of the class %s, its inputs and options", (name) => {
    const said = hover(name, "new edge1.");
    expect(said.said).not.toBe("");
    expect(said.tags).toHaveLength(3);
    expect(said).toEqual(hover(name, "new edge0."));
  });

  test.each(functions)("of the function %s", (name) => {
    const [said, known] = [hover(name, "\nedge1."), hover(name, "\nedge0.")];
    expect(said.said.split(/[.:]/)[0]).toBe(known.said.split(/[.:]/)[0]);
    expect(said.said).not.toBe("");
    expect(said.tags).toEqual(known.tags);
  });
});
