// npm run behaviour-table [-- <part of a file name>...]: runs the tests behind docs/behaviour.md on the
// real engine, keeps their outcomes in test/results/behaviour.json and writes the table. With parts of file names only
// those files run and the outcomes of the others stay; with --no-run none does.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { ROWS } from "./behaviour/rows";
import { behaviourTable, type Outcome, type Results, withTable } from "./behaviour/table";

const root = resolve(__dirname, "..");
const tests = join(root, "test", "engine");
const resultsFile = join(root, "test", "results", "behaviour.json");
const page = join(root, "docs", "behaviour.md");

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function before(): Results {
  try {
    return JSON.parse(readFileSync(resultsFile, "utf8")) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Runs test files and gives back their outcomes; a file that could not even be loaded has none. */
function run(files: readonly string[]): Results {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-behaviour-"));
  try {
    const report = join(folder, "report.json");
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const paths = files.map((file) => relative(root, join(tests, file)));
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    spawnSync(process.execPath, [vitest, "run", "--project", "engine", ...reporters, ...paths], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    return Object.fromEntries(
      testResults.map(({ name, assertionResults }) => [relative(tests, name), outcomes(assertionResults)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outcomes(
  tests: readonly { readonly fullName: string; readonly status: string }[],
): Record<string, Outcome> {
  const entries = tests.map(({ fullName, status }): [string, Outcome] => [
    fullName,
    status === "passed" || status === "failed" ? status : "skipped",
  ]);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const args = process.argv.slice(2);
const all = [...new Set(ROWS.flatMap((row) => Object.keys(row.tests)))].sort();
const parts = args.filter((arg) => arg !== "--no-run");
const chosen = args.includes("--no-run")
  ? []
  : all.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
const known = Object.entries(before()).filter(([file]) => all.includes(file) && !chosen.includes(file));
const ran = chosen.length > 0 ? run(chosen) : {};
const results = Object.fromEntries(
  [...known, ...Object.entries(ran)].sort(([one], [other]) => (one < other ? -1 : 1)),
);

mkdirSync(dirname(resultsFile), { recursive: true });
writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(page, withTable(readFileSync(page, "utf8"), behaviourTable(results)));
process.exitCode = Object.values(ran).some((tests) => Object.values(tests).includes("failed")) ? 1 : 0;
