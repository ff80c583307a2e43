import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const repository = resolve(__dirname, "../../..");
const folder = join(repository, "test", "types");

/** `npm run types` compiles the same files; this shows them as tests and counts what they refuse. */
test("programs compile where they should, and wrong ones nowhere", () => {
  const { config } = ts.readConfigFile(join(repository, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository);
  const files = readdirSync(folder).map((name) => join(folder, name));
  const program = ts.createProgram(files, { ...options, incremental: false, tsBuildInfoFile: undefined });
  const told = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(told.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  const refused = files.flatMap((file) => program.getSourceFile(file)?.text.match(/@ts-expect-error/g) ?? []);
  expect(refused.length).toBeGreaterThan(25);
});
