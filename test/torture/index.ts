import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { writeRegion } from "../../build/region";
import { allBoundaries, seededBoundaries } from "./boundaries";
import { tortureProgram } from "./program";
import { combine, formatRow, formatTable, isWrong } from "./report";
import { countRequests, faultScenarios, type Result, runFault, runInterrupts, runKill } from "./scenarios";

const DEFAULT_KILLS = 20;
const SEED = Number(process.env.TUNNEL_EDGE_SEED ?? 20);

const program = tortureProgram();

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { all: { type: "boolean" }, kills: { type: "string" } } });
  const results = values.all ? [await killAll()] : await runAll(Number(values.kills ?? DEFAULT_KILLS));
  const wrongResults = results.filter(isWrong);
  for (const { fault, orphans, broken, failure } of wrongResults) {
    process.stdout.write(`\n${[fault, ...orphans, ...broken, failure ?? ""].join("\n  ")}\n`);
  }
  process.exitCode = wrongResults.length > 0 ? 1 : 0;
  // The page contains only results of the full sample.
  if (values.kills !== undefined) return;
  const date = new Date().toISOString().slice(0, 10);
  const where = `${date}, Node ${process.versions.node}, ${process.platform}, ${cpus().length} processors`;
  const command = values.all
    ? "node build/run.mjs test/torture/index.ts --all"
    : "node build/run.mjs test/torture/index.ts";
  writeRegion(
    "docs/reliability.md",
    values.all ? "torture-all" : "torture",
    `\`${command}\`, ${where}:\n\n${formatTable(results)}`,
  );
}

async function runAll(killCount: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const scenario of faultScenarios) results.push(print(await runFault(scenario, program)));
  const { length } = await countRequests(program);
  const kills: Result[] = [];
  for (const boundary of seededBoundaries(length, killCount, SEED))
    kills.push(print(await runKill(boundary, program)));
  results.push(combine(`killed (SIGKILL) at ${killCount} boundaries, then up: each`, kills));
  results.push(print(await runInterrupts(1, program)));
  results.push(print(await runInterrupts(2, program)));
  return results;
}

async function killAll(): Promise<Result> {
  const boundaries = allBoundaries((await countRequests(program)).length);
  const kills: Result[] = [];
  for (const boundary of boundaries) kills.push(print(await runKill(boundary, program)));
  return combine(`killed (SIGKILL) at each of ${boundaries.length} boundaries, then up: each`, kills);
}

function print(result: Result): Result {
  process.stdout.write(`${isWrong(result) ? "WRONG " : "ok    "}${formatRow(result)}\n`);
  return result;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
