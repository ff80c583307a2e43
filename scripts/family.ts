// npm run family -- LogExport: generates, and runs the fast tests that concern one family.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { stemOf } from "./generate/stem";

const REPOSITORY = resolve(__dirname, "..");

/** Tests that go through all families, or compare what is written of them. */
const FILES = [
  "test/contract/agreement",
  "test/contract/lifecycle-check",
  "test/contract/properties",
  "test/emulator/catalogue",
  "test/emulator/reference",
  "test/unit/engine/native/schema",
  "test/unit/families",
  "test/unit/generate",
];

/** Their tests without the name of a family. */
const FOR_ALL = [
  "agree on",
  "still a difference",
  "committed",
  "transcribed",
  "sample",
  "every file",
  "reached",
];

const run = (...args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, { cwd: REPOSITORY, stdio: "inherit" }).status === 0;
const tool = (path: string) => join(REPOSITORY, "node_modules", path);

function main(name: string | undefined): void {
  if (name === undefined || !/^[A-Z]\w+$/.test(name)) {
    process.stderr.write("give the name of a class, such as: npm run family -- IpPolicy\n");
    process.exitCode = 2;
    return;
  }
  const names = `${name}\\b|${stemOf(name)}\\b|${FOR_ALL.join("|")}`;
  const isDone =
    run(tool("tsx/dist/cli.mjs"), "scripts/generate/main.ts") &&
    run(tool("vitest/vitest.mjs"), "run", ...FILES, "-t", names);
  if (!isDone) process.exitCode = 1;
}

main(process.argv[2]);
