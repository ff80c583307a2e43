import {
  type BedOptions,
  type Contender,
  type Contestant,
  type Measurement,
  type Phase,
  phases,
  type StateBytes,
  TestBed,
} from "./contender";
import type { Case } from "./plan";
import { TerraformBed, whyNoTerraform } from "./terraform";

/** The cost of an operation of a case for a contender. */
export interface Row extends Measurement {
  objects: number;
  latencyMs: number;
  parallel?: number;
  oneCheckpoint?: boolean;
  contender: Contender;
  phase: Phase;
}

export interface SuiteResult {
  rows: Row[];
  /** Size of an object in the state, by contender. */
  stateBytes: Partial<Record<Contender, StateBytes>>;
  /** Descriptions of cases that were skipped for lack of time. */
  skipped: string[];
}

/** Runs the cases that are expected to end before the deadline (in ms, as in `performance.now()`). */
export async function runSuite(
  plan: readonly Case[],
  deadline: number,
  log: (line: string) => void,
): Promise<SuiteResult> {
  const result: SuiteResult = { rows: [], stateBytes: {}, skipped: [] };
  // Compares this machine with the one of the estimates.
  let slowness = 1;
  for (const benchCase of plan) {
    const title = caseTitle(benchCase);
    const remaining = (deadline - performance.now()) / 1000;
    if (benchCase.expectedSeconds * slowness > remaining) {
      result.skipped.push(`${title} (${benchCase.contenders.join(", ")})`);
      continue;
    }
    log(title);
    const start = performance.now();
    await runCase(benchCase, result, log);
    slowness = (performance.now() - start) / 1000 / benchCase.expectedSeconds;
  }
  return result;
}

export type CaseKey = Pick<Case, "objects" | "latencyMs" | "parallel" | "oneCheckpoint">;

export function caseTitle({ objects, latencyMs, parallel, oneCheckpoint }: CaseKey) {
  const parallelText = parallel === undefined ? "" : `, --parallel ${parallel}`;
  const checkpointText = oneCheckpoint ? ", one checkpoint at the end" : "";
  return `${objects} ${objects === 1 ? "object" : "objects"} at ${latencyMs} ms${parallelText}${checkpointText}`;
}

/** Runs a case. The contenders take turns at each operation, so temporary load affects them equally. */
async function runCase(
  { objects, latencyMs, parallel, oneCheckpoint, contenders }: Case,
  result: SuiteResult,
  log: (line: string) => void,
): Promise<void> {
  const args = parallel === undefined ? [] : ["--parallel", String(parallel)];
  const env: Record<string, string> = oneCheckpoint ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {};
  const beds: Contestant[] = [];
  const noTerraform = whyNoTerraform();
  try {
    for (const contender of contenders) {
      if (contender === "terraform" && noTerraform !== undefined) log(`  without Terraform: ${noTerraform}`);
      else beds.push(await openContestant(contender, { objects, latencyMs, args, env }));
    }
    for (const phase of phases) {
      const measurements: string[] = [];
      for (const bed of beds) {
        const measured = await bed.run(phase);
        result.rows.push({
          objects,
          latencyMs,
          parallel,
          oneCheckpoint,
          contender: bed.contender,
          phase,
          ...measured,
        });
        measurements.push(`${bed.contender} ${measured.seconds.toFixed(2)} s (${measured.requests})`);
        if (phase === "create") result.stateBytes[bed.contender] ??= await bed.stateBytes();
      }
      log(`  ${phase.padEnd(8)} ${measurements.join("   ")}`);
    }
  } finally {
    for (const bed of beds) await bed.close();
  }
}

const openContestant = (contender: Contender, options: BedOptions): Promise<Contestant> =>
  contender === "terraform" ? TerraformBed.make(options) : TestBed.make(contender, options);

export function findRow(
  rows: readonly Row[],
  { objects, latencyMs, parallel, oneCheckpoint = false }: CaseKey,
  contender: Contender,
  phase: Phase,
): Row | undefined {
  return rows.find(
    (row) =>
      row.objects === objects &&
      row.latencyMs === latencyMs &&
      row.parallel === parallel &&
      (row.oneCheckpoint ?? false) === oneCheckpoint &&
      row.contender === contender &&
      row.phase === phase,
  );
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
