import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { repository } from "../support/engine";
import { measureCheckpoints } from "./checkpoints";
import { largeTable, measureLarge } from "./large";
import { describeMachine } from "./machine";
import { withMeasuredPart } from "./markdown";
import { fullPlan, quickPlan, ratiosPlan } from "./plan";
import { measureProcess } from "./process";
import { formatReport } from "./report";
import type { BenchResult } from "./result";
import { measureReview } from "./review";
import { measureScale } from "./scale";
import { measureStartup, SETUPS } from "./startup";
import { runSuite } from "./suite";
import { isMet, listTargets } from "./targets";

const DOCUMENT = join(repository, "docs", "performance.md");
/** Results of the last full run on this machine; not committed. */
const RESULT = "reports/bench.json";

const USAGE = `npm run bench [-- --quick | --ratios | --large <n> | --report]

Compares this package with a provider that does nothing, on the real engine and the emulator, and writes
docs/performance.md and reports/bench.json. Takes at most 30 minutes.

  --quick        A check for serious regressions in at most three minutes; prints the report and writes nothing.
  --ratios       Startup and 1,000 objects with one checkpoint, every contender but plain, in at most twelve minutes; prints the report.
  --large <n>    All operations on n objects, with review, drift, and export, for both providers; prints a table and writes
                 reports/large-<n>.json. 10,000 objects take about half an hour.
  --report       Rewrites the document from the results of the last full run, without measuring.

To include Terraform, set BENCH_TERRAFORM to its executable and BENCH_TERRAFORM_PROVIDER to the executable of its ngrok provider.
`;

const FULL_MINUTES = 30;
/** Number of previews of each program, for the median: equal previews differ by a tenth. */
const STARTUP_ROUNDS = 7;
/** Time reserved at the end of a full run for the last case. */
const MARGIN_MINUTES = 1;
const QUICK_MINUTES = 3;
const RATIOS_MINUTES = 12;
const REVIEW_ROUNDS = 5;
const CHECKPOINT_OBJECTS = 300;

const log = (line: string) => process.stdout.write(`${line}\n`);

async function measure(quick: boolean, limitMinutes: number): Promise<BenchResult> {
  const start = performance.now();
  const deadline = start + (limitMinutes - (quick ? 0 : MARGIN_MINUTES)) * 60_000;
  const machine = describeMachine();
  const startup = await measureStartup(quick ? 1 : STARTUP_ROUNDS, quick ? [] : SETUPS, log);
  log("reading very many objects");
  const scale = await measureScale(quick ? 1_000 : 100_000, log);
  const review = await measureReview(quick ? 1 : REVIEW_ROUNDS, log);
  const process = await measureProcess(quick ? 1 : STARTUP_ROUNDS, log);
  log("checkpoints");
  const checkpoints = quick ? undefined : await measureCheckpoints(CHECKPOINT_OBJECTS, log);
  const suite = await runSuite(quick ? quickPlan : fullPlan, deadline, log);
  const minutes = (performance.now() - start) / 60_000;
  return { machine, minutes, quick, suite, startup, checkpoints, scale, review, process };
}

async function measureRatios(): Promise<BenchResult> {
  const start = performance.now();
  const machine = describeMachine();
  const process = await measureProcess(STARTUP_ROUNDS, log);
  const startup = await measureStartup(STARTUP_ROUNDS, [], log);
  const suite = await runSuite(ratiosPlan, start + RATIOS_MINUTES * 60_000, log);
  const minutes = (performance.now() - start) / 60_000;
  const notMeasured = { checkpoints: undefined, scale: [], review: undefined };
  return { machine, minutes, quick: false, suite, startup, process, ...notMeasured };
}

async function runLarge(objects: number): Promise<void> {
  if (!Number.isInteger(objects) || objects < 1) throw new Error("--large must be a whole number above 0");
  const rows = await measureLarge(objects, log);
  writeReport(`reports/large-${objects}.json`, { machine: describeMachine(), objects, rows });
  log(`\n${largeTable(objects, rows)}`);
}

function readLastResult(): BenchResult {
  const file = join(repository, RESULT);
  if (!existsSync(file))
    throw new Error(
      `${RESULT} doesn't exist, because this clone has had no full run: run \`npm run bench\` first`,
    );
  return JSON.parse(readFileSync(file, "utf8"));
}

function writeReport(name: string, result: object): void {
  const file = join(repository, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}

const writeDocument = (result: BenchResult) =>
  writeFileSync(DOCUMENT, withMeasuredPart(readFileSync(DOCUMENT, "utf8"), formatReport(result)));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      ratios: { type: "boolean" },
      large: { type: "string" },
      report: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  if (values.report) return writeDocument(readLastResult());
  if (values.large !== undefined) return runLarge(Number(values.large));
  const limitMinutes = values.quick ? QUICK_MINUTES : FULL_MINUTES;
  const result = values.ratios ? await measureRatios() : await measure(values.quick, limitMinutes);
  if (values.quick || values.ratios) process.stdout.write(`\n${formatReport(result)}\n`);
  else {
    writeReport(RESULT, result);
    writeDocument(result);
  }
  const missed = listTargets(result).filter((target) => target.measured !== undefined && !isMet(target));
  for (const { name } of missed) process.stdout.write(`target missed: ${name}\n`);
  if (missed.length > 0) process.stdout.write('See "Missed targets, and why" in docs/performance.md.\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
