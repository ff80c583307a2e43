// npm test: set-up, then the test projects. The last line is always `N passed, N failed, N skipped`. Without arguments all
// projects but the journeys run: those take minutes for a few tests, and have a command and a CI job of their own.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitWith } from "./setup/failure.mjs";
import { foreground } from "./setup/foreground.mjs";
import { setup } from "./setup/index.mjs";
import { nodeModules } from "./setup/paths.mjs";

/**
 * Counts tests in the runner's JSON report. A file that could not even be loaded has no tests and is one failure, so
 * that it cannot pass unnoticed.
 */
function count(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
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

const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-report-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
try {
  await setup();
  const file = join(folder, "report.json");
  let selection = process.argv.slice(2);
  if (selection.length === 0) {
    process.stdout.write("tests         all but the journeys: npm run test:journeys\n");
    selection = ["--project=!journeys"];
  }
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const vitest = join(nodeModules, "vitest", "vitest.mjs");
  const code = await foreground(vitest, "run", ...reporters, ...selection);
  const { passed, failed, skipped } = count(file);
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = code === 0 && failed > 0 ? 1 : code;
} catch (error) {
  exitWith(error);
}
