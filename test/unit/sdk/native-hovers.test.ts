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

/** Returns an editor's hover for a name: its documentation and tags. */
function hover(name: string, before: string): { readonly text: string; readonly tags: readonly string[] } {
  const at = TEXT.indexOf(`${before}${name}(`) + before.length;
  const { documentation, tags = [] } = service.getQuickInfoAtPosition(FILE, at) ?? {};
  return {
    text: ts.displayPartsToString(documentation).replace(/\s+/g, " "),
    tags: tags.map(({ name: tag, text }) => `${tag} ${ts.displayPartsToString(text)}`),
  };
}

describe("hovers of the native provider match those of the dynamic one", () => {
  test.each(names)("class %s", (name) => {
    const nativeHover = hover(name, "new edge1.");
    expect(nativeHover.text).not.toBe("");
    expect(nativeHover.tags).toHaveLength(3);
    expect(nativeHover).toEqual(hover(name, "new edge0."));
  });

  test.each(functions)("function %s", (name) => {
    const [nativeHover, dynamicHover] = [hover(name, "\nedge1."), hover(name, "\nedge0.")];
    expect(nativeHover.text.split(/[.:]/)[0]).toBe(dynamicHover.text.split(/[.:]/)[0]);
    expect(nativeHover.text).not.toBe("");
    expect(nativeHover.tags).toEqual(dynamicHover.tags);
  });
});
