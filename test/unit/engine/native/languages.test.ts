import { mkdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { addProgramSpellings } from "../../../../provider/engine/native/languages";
import { httpsEdgeRoute } from "../../../../provider/families/https-edge-route";
import { temporaryFolder } from "../../../support/temporary-folder";
import { captureProcessWarnings } from "../../../support/warnings";

const folder = temporaryFolder();

const TEXT = "oidc.clientSecret: has to be there when clientId is; myOwnWord is no property";

test.each([
  ["runtime: python\n", "; in Python: client_secret, client_id"],
  ["runtime:\n  name: go\n  options: {}\n", "; in Go: ClientSecret, ClientId"],
  ["runtime: nodejs\n", ""],
  ["runtime: yaml\n", ""],
  ["runtime: [", ""],
  ["- no project\n", ""],
])("adds the spelling of the program's language if it differs: %j", (project, added) => {
  folder.write("Pulumi.yaml", project);
  const program = folder.at("src");
  mkdirSync(program);
  for (const from of [folder.at(), program])
    expect(addProgramSpellings(TEXT, httpsEdgeRoute.inputs, from)).toBe(`${TEXT}${added}`);
});

test("adds nothing for the same spelling, or outside of a project", () => {
  expect(addProgramSpellings(TEXT, httpsEdgeRoute.inputs, folder.at())).toBe(TEXT);
  folder.write("Pulumi.yaml", "runtime: python\n");
  expect(addProgramSpellings("match: is required", httpsEdgeRoute.inputs, folder.at())).toBe(
    "match: is required",
  );
});

test("never prints a line of the project", async () => {
  const warnings = captureProcessWarnings();
  folder.write("Pulumi.yaml", "runtime: python\nconfig:\n  key: !secret pass-word\n");
  expect(addProgramSpellings(TEXT, httpsEdgeRoute.inputs, folder.at())).toContain("in Python");
  await setImmediate();
  expect(warnings).toEqual([]);
});
