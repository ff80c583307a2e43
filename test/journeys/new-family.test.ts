import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandResult } from "../support/engine";
import { PageCommands } from "../support/page-commands";
import { TreeCopy } from "../support/tree-copy";

/** Follows docs/adding-a-family.md in a copy of the tree. */

const guide = new PageCommands("docs/adding-a-family.md");

let tree: TreeCopy;
let creation: CommandResult;

beforeAll(async () => {
  tree = new TreeCopy();
  const [, line = ""] = /^npm run new-family -- (.*)$/m.exec(guide.code("Create the files")) ?? [];
  const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  creation = await newFamily(...words);
});
afterAll(() => tree?.remove());

const newFamily = (...args: readonly string[]) =>
  tree.run("tsx/dist/cli.mjs", "build/new-family.ts", ...args);
const read = (path: string) => readFileSync(join(tree.root, path), "utf8");

/** Returns new and changed files in the format of `git status`. */
const changedFiles = () =>
  tree.git("status", "--porcelain", "--untracked-files=all").trimEnd().split("\n").sort();

/** Runs the generator and checks the types of the whole tree and the style of changed files. */
async function generateAndCheck(): Promise<void> {
  const success = { code: 0, stderr: "" };
  expect(await tree.run("tsx/dist/cli.mjs", "build/generate/main.ts")).toMatchObject(success);
  expect(await tree.run("typescript/bin/tsc", "-p", "tsconfig.json")).toEqual({ ...success, stdout: "" });
  const paths = changedFiles().map((line) => line.slice(3));
  expect(await tree.run("@biomejs/biome/bin/biome", "check", ...paths)).toMatchObject({ code: 0 });
}

const runTests = () => tree.run("tsx/dist/cli.mjs", "build/family.ts", "LogExport");

describe("a new family", () => {
  test("is written as the walkthrough shows", () => {
    expect(creation).toEqual({ code: 0, stdout: guide.code("to the new names, and prints"), stderr: "" });
    const wrote = [...creation.stdout.matchAll(/^wrote +(\S+)$/gm)].map(([, path]) => `?? ${path}`);
    expect(changedFiles()).toEqual(wrote.sort());
  });

  test("works before it is edited", async () => {
    await generateAndCheck();
    expect(read("sdk/resources/log-export.ts")).toContain("export const LogExport");
    expect(read("docs/resources/log-export.md")).toContain("new edge.LogExport(");
    const { code, stdout } = await runTests();
    expect(code, stdout).toBe(0);
  });

  test("passes every test after the walkthrough", async () => {
    for (const path of [
      "provider/families/log-export.ts",
      "emulator/reference/log-export.json",
      "examples/log-export/index.ts",
    ])
      writeFileSync(join(tree.root, path), guide.code(`${path}\`, the whole file`));
    await generateAndCheck();
    const { code, stdout } = await runTests();
    expect(code, stdout).toBe(0);
    const [, passed] = /^ +Tests +(\d+) passed/m.exec(stdout) ?? [];
    expect(Number(passed)).toBeGreaterThan(100);
    const unit = await tree.run("vitest/vitest.mjs", "run", "--project", "unit");
    expect(unit.code, unit.stdout).toBe(0);
  });
});

describe("nothing is written for", () => {
  const expectRejection = async (args: readonly string[], code: number, message: RegExp) => {
    const before = tree.git("status", "--porcelain");
    expect(await newFamily(...args)).toEqual({ code, stdout: "", stderr: expect.stringMatching(message) });
    expect(tree.git("status", "--porcelain")).toBe(before);
  };

  test("a family that already exists", async () => {
    await expectRejection(["LogExport"], 1, /provider\/families\/log-export\.ts already exists/);
  });

  test("an invalid class name", async () => {
    await expectRejection(["logExport"], 2, /logExport is not a class name/);
  });

  test("an unknown class in --like", async () => {
    await expectRejection(["Other", "--like", "Nothing"], 2, /--like Nothing is not a class/);
  });
});
