// npm run family -- LogExport: generates files and runs the fast tests of one family.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { CommandError, EXIT, run } from "../cli/common";
import { nearest } from "../traffic-policy/language/nearest";
import { namesIn, stemOf } from "./generate/indexes";

const REPOSITORY = resolve(__dirname, "..");

const TEST_FILES = [
  "test/contract/agreement",
  "test/contract/dependent-outputs",
  "test/contract/partly-fixed-inputs",
  "test/contract/golden",
  "test/contract/lifecycle-check",
  "test/contract/properties",
  "test/contract/removed-inputs",
  "test/emulator/catalog",
  "test/emulator/reference",
  "test/unit/families",
  "test/unit/generate",
];

/** Words in the names of tests that cover all families. */
const SHARED_TESTS = [
  "agree on",
  "still differs",
  "committed",
  "transcribed",
  "sample",
  "every file",
  "has succeeded",
];

const runSuccessfully = (path: string, ...args: readonly string[]): boolean =>
  spawnSync(process.execPath, [join(REPOSITORY, path), ...args], { cwd: REPOSITORY, stdio: "inherit" })
    .status === 0;

/** @throws CommandError for an unknown family, of which only the shared tests would run */
export function requireFamily(name: string, known = namesIn(REPOSITORY)): void {
  if (known.includes(name)) return;
  const near = nearest(name, known);
  const help = near === undefined ? `known families: ${known.join(", ")}` : `did you mean ${near}?`;
  throw new CommandError(`no file of provider/families declares ${name}: ${help}`, EXIT.usage);
}

function check(name: string): void {
  requireFamily(name);
  const namePattern = `${name}\\b|${stemOf(name)}\\b|${SHARED_TESTS.join("|")}`;
  // Only failures and a summary, because the files also contain the tests of other families.
  const briefOutput = ["--reporter=minimal", "--silent=passed-only"];
  const isSuccessful =
    runSuccessfully("node_modules/tsx/dist/cli.mjs", "build/generate/main.ts") &&
    runSuccessfully(
      "node_modules/vitest/vitest.mjs",
      "run",
      ...TEST_FILES,
      "-t",
      namePattern,
      ...briefOutput,
    );
  if (!isSuccessful) process.exitCode = EXIT.failed;
}

if (require.main === module) {
  const program = new Command("npm run family --")
    .description("Generate files and run the fast tests of one family.")
    .argument("<class>", "name of the class, such as IpPolicy")
    .action(check);
  void run(program);
}
