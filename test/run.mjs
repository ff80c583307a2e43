// npm test: runs the setup, then the test projects. The last line is always `N passed, N failed, N skipped`. Without
// arguments, it runs the tests that gate a change: neither the journeys, which are slow and have their own command and CI
// job, nor the tests that `npm run test:full` adds.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import "../build/setup/exit-on-failure.mjs";
import { SetupFailure } from "../build/setup/failure.mjs";
import { setup } from "../build/setup/index.mjs";
import { nodeModules, temporaryFolder } from "../build/setup/paths.mjs";
import { runScript } from "../build/setup/run-script.mjs";

/**
 * Counts tests in the runner's JSON report. A file that fails to load has no tests and counts as one failure, so
 * it can't go unnoticed.
 */
function count(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/** Lists skipped tests with what the machine lacks. Tests skipped by a `-t` filter have no reason. */
const skipLines = ({ testResults }) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, meta }) => status === "skipped" && meta.needs)
    .map(({ fullName, meta }) => `skipped       ${fullName}: needs ${meta.needs}\n`);

await setup();
const file = join(temporaryFolder("report"), "report.json");
let selection = process.argv.slice(2);
if (selection.length === 0) {
  process.stdout.write("tests         those that gate a change; npm run test:full runs all\n");
  selection = ["--project=!journeys", "--project=!full-*"];
}
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
const vitest = join(nodeModules, "vitest", "vitest.mjs");
const code = await runScript([vitest, "run", ...reporters, ...selection]);
if (!existsSync(file)) throw new SetupFailure("tests", "the test run ended before it wrote its report");
const report = JSON.parse(readFileSync(file, "utf8"));
const { passed, failed, skipped } = count(report);
for (const line of skipLines(report)) process.stdout.write(line);
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = code === 0 && failed > 0 ? 1 : code;
