import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandResult } from "../support/engine";
import { TreeCopy } from "../support/tree-copy";
import { WalkThrough } from "../support/walk-through";

/** `npm run new-family` and what CONTRIBUTING.md says comes then, in a copy of the tree. */

const guide = new WalkThrough("CONTRIBUTING.md", "Adding a family");

let tree: TreeCopy;
let added: CommandResult;

beforeAll(async () => {
  tree = new TreeCopy();
  const [, line = ""] = /^npm run new-family -- (.*)$/m.exec(guide.code("Have it written")) ?? [];
  const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  added = await newFamily(...words);
});
afterAll(() => tree?.remove());

const newFamily = (...args: readonly string[]) =>
  tree.run("tsx/dist/cli.mjs", "scripts/new-family.ts", ...args);
const read = (path: string) => readFileSync(join(tree.root, path), "utf8");
const rewrite = (path: string, change: (text: string) => string) =>
  writeFileSync(join(tree.root, path), change(read(path)));

/** Every new and changed file, as `git status` tells it. */
const touched = () => tree.git("status", "--porcelain", "--untracked-files=all").trimEnd().split("\n").sort();

/** Generates, and checks the types of the whole tree and the style of what is new. */
async function generateAndCheck(): Promise<void> {
  const done = { code: 0, stderr: "" };
  expect(await tree.run("tsx/dist/cli.mjs", "scripts/generate/main.ts")).toMatchObject(done);
  expect(await tree.run("typescript/bin/tsc", "-p", "tsconfig.json")).toEqual({ ...done, stdout: "" });
  const paths = touched().map((line) => line.slice(3));
  expect(await tree.run("@biomejs/biome/bin/biome", "check", ...paths)).toMatchObject({ code: 0 });
}

/** Runs the tests of the new family, and those that hold the families against the API reference. */
const runTests = () =>
  tree.run(
    ...["vitest/vitest.mjs", "run", "agreement", "properties", "lifecycle-check"],
    ...["catalogue", "families/samples", "families/load", "generated"],
    ...["-t", "LogExport|log-export|sample and every|committed|agree on every|each transcribed one"],
  );

describe("a new family", () => {
  test("is written as the walk-through shows", () => {
    expect(added).toEqual({ code: 0, stdout: guide.code("The last command prints"), stderr: "" });
    const wrote = [...added.stdout.matchAll(/^wrote +(\S+)$/gm)].map(([, path]) => `?? ${path}`);
    expect(touched()).toEqual(wrote.sort());
  });

  test("works as it is written", async () => {
    await generateAndCheck();
    expect(read("sdk/resources/log-export.ts")).toContain("export class LogExport");
    expect(read("docs/resources/log-export.md")).toContain("new edge.LogExport(");
    const { code, stdout, stderr } = await runTests();
    expect([code, stderr], stdout).toEqual([0, ""]);
  });

  test("passes every test once the walk-through is followed", async () => {
    for (const path of [
      "provider/families/log-export.ts",
      "emulator/reference/log-export.json",
      "emulator/catalog/log-export.ts",
      "test/samples/log-export.ts",
    ])
      writeFileSync(join(tree.root, path), guide.code(`${path}\`, `));
    rewrite("examples/log-export/index.ts", () => guide.code("examples/log-export/index.ts"));
    rewrite("test/emulator/public-client.test.ts", withUnreachable);
    await generateAndCheck();
    const { code, stdout, stderr } = await runTests();
    expect([code, stderr], stdout).toEqual([0, ""]);
    const [, passed] = /^ +Tests +(\d+) passed/m.exec(stdout) ?? [];
    expect(Number(passed)).toBeGreaterThan(20);
    expect(await tree.run("vitest/vitest.mjs", "run", "test/emulator/public-client")).toMatchObject({
      code: 0,
    });
  });
});

const withUnreachable = (text: string) =>
  text.replace(/^const UNREACHABLE = \[\n(?: {2}.*\n)+/m, (list) => list + guide.code("of `UNREACHABLE`"));

describe("nothing is written", () => {
  const refused = async (args: readonly string[], code: number, message: RegExp) => {
    const before = tree.git("status", "--porcelain");
    expect(await newFamily(...args)).toEqual({ code, stdout: "", stderr: expect.stringMatching(message) });
    expect(tree.git("status", "--porcelain")).toBe(before);
  };
  const other = ["--path", "/others", "--section", "Other"];

  test("for a family that is there", async () => {
    await refused(["LogExport", ...other], 2, /LogExport is exported by the SDK already/);
  });

  test("over a file that is there", async () => {
    await refused(["Common", ...other], 1, /provider\/families\/common\.ts is there already/);
  });
});
