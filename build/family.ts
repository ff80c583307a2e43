// npm run family -- LogExport: generates, and runs the fast tests that concern one family.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { CommandError, EXIT, run } from "../cli/common";
import { nearestKey } from "../provider/lifecycle";
import { namesIn } from "./generate/indexes";
import { stemOf } from "./generate/stem";

const REPOSITORY = resolve(__dirname, "..");

/** Tests that go through all families, or compare what is written of them. */
const FILES = [
  "test/contract/agreement",
  "test/contract/fixed-parts",
  "test/contract/golden",
  "test/contract/lifecycle-check",
  "test/contract/properties",
  "test/emulator/catalog",
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

const succeeds = (path: string, ...args: readonly string[]): boolean =>
  spawnSync(process.execPath, [join(REPOSITORY, path), ...args], { cwd: REPOSITORY, stdio: "inherit" })
    .status === 0;

/** Throws for a name that no family has: no test would be run of it. */
export function needFamily(name: string, known = namesIn(REPOSITORY)): void {
  if (known.includes(name)) return;
  const near = nearestKey(name, known);
  const help = near === undefined ? `known are ${known.join(", ")}` : `did you mean ${near}?`;
  throw new CommandError(`no file of provider/families declares ${name}: ${help}`, EXIT.usage);
}

function check(name: string): void {
  needFamily(name);
  const names = `${name}\\b|${stemOf(name)}\\b|${FOR_ALL.join("|")}`;
  // Failures and a summary: most of what the files have is about other families.
  const brief = ["--reporter=minimal", "--silent=passed-only"];
  const isDone =
    succeeds("node_modules/tsx/dist/cli.mjs", "build/generate/main.ts") &&
    succeeds("node_modules/vitest/vitest.mjs", "run", ...FILES, "-t", names, ...brief);
  if (!isDone) process.exitCode = EXIT.failed;
}

if (require.main === module) {
  const program = new Command("npm run family --")
    .description("Generate, and run the fast tests that concern one family.")
    .argument("<class>", "name of the class, such as IpPolicy")
    .action(check);
  void run(program);
}
