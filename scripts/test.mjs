// npm test: set-up, then the test projects. The last line is always `N passed, N failed, N skipped`.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, nodeModules, root } from "./setup/paths.mjs";

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

/** Runs the tests with the terminal's own streams; Ctrl-C reaches them directly. */
function vitest(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      join(engineBin, "node"),
      [join(nodeModules, "vitest", "vitest.mjs"), "run", ...args],
      {
        cwd: root,
        env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-report-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
try {
  await setup();
  const file = join(folder, "report.json");
  const code = await vitest([
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ]);
  const { passed, failed, skipped } = count(file);
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = code === 0 && failed > 0 ? 1 : code;
} catch (error) {
  exitWith(error);
}
