import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inWordsOfProgram } from "../../../../provider/engine/native/languages";
import { httpsEdgeRoute } from "../../../../provider/families/https-edge-route";
import { captureProcessWarnings } from "../../../support/warnings";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-languages-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = "oidc.clientSecret: has to be there when clientId is; myOwnWord is no property";

test.each([
  ["runtime: python\n", "; in Python: client_secret, client_id"],
  ["runtime:\n  name: go\n  options: {}\n", "; in Go: ClientSecret, ClientId"],
  ["runtime: nodejs\n", ""],
  ["runtime: yaml\n", ""],
  ["runtime: [", ""],
  ["- no project\n", ""],
])("a mistake in a project with %j names properties as its program does", (project, added) => {
  writeFileSync(join(folder, "Pulumi.yaml"), project);
  const program = join(folder, "src");
  mkdirSync(program);
  for (const from of [folder, program])
    expect(inWordsOfProgram(TEXT, httpsEdgeRoute.inputs, from)).toBe(`${TEXT}${added}`);
});

test("a property that is spelled alike, or in no project, is named once", () => {
  expect(inWordsOfProgram(TEXT, httpsEdgeRoute.inputs, folder)).toBe(TEXT);
  writeFileSync(join(folder, "Pulumi.yaml"), "runtime: python\n");
  expect(inWordsOfProgram("match: is required", httpsEdgeRoute.inputs, folder)).toBe("match: is required");
});

test("no warning prints a line of the project", async () => {
  const warnings = captureProcessWarnings();
  writeFileSync(join(folder, "Pulumi.yaml"), "runtime: python\nconfig:\n  key: !secret pass-word\n");
  expect(inWordsOfProgram(TEXT, httpsEdgeRoute.inputs, folder)).toContain("in Python");
  await setImmediate();
  expect(warnings).toEqual([]);
});
