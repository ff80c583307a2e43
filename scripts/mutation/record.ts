// Keeps what a run of Stryker has found in test/results/mutation.json and writes docs/mutation-testing.md.
// Arguments: whole or part, and the minutes that the run has taken; none where only the page is to be written.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { grouped, pageOf } from "./page";
import { merged, mutantsIn, type Report, type Results, resultsOf } from "./results";

const root = resolve(__dirname, "../..");
const resultsFile = join(root, "test", "results", "mutation.json");

function before(): Results {
  try {
    return JSON.parse(readFileSync(resultsFile, "utf8")) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { files: {} };
    throw error;
  }
}

/** What was known, with what the last run has found. */
function afterRun(kind: string, minutes: number): Results {
  const date = new Date().toISOString().slice(0, 10);
  const folder = join(root, "reports", "mutation");
  const reports = globSync("*.json", { cwd: folder }).map(
    (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Report,
  );
  const files = Object.assign({}, ...reports.map((report) => resultsOf(report, date))) as Results["files"];
  const mutants = Object.values(files).reduce((sum, result) => sum + mutantsIn(result), 0);
  const unnoticed = Object.values(files).reduce((sum, result) => sum + result.unnoticed.length, 0);
  console.log(
    `${mutants} mutants, ${mutants - unnoticed} noticed (${((100 * (mutants - unnoticed)) / mutants).toFixed(1)} %), ${minutes} minutes`,
  );
  return merged(before(), files, kind === "whole" ? { date, minutes, mutants } : undefined);
}

const [kind, minutes] = process.argv.slice(2);
const results = kind === undefined ? before() : afterRun(kind, Number(minutes));
mkdirSync(dirname(resultsFile), { recursive: true });
writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(join(root, "docs", "mutation-testing.md"), pageOf(results));
for (const { file, line, original, replacement } of grouped(results).get(undefined) ?? [])
  console.log(`unnoticed and unexplained: ${file}:${line}: ${original} → ${replacement}`);
