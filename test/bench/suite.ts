import {
  Bed,
  type BedOptions,
  type Contender,
  type Contestant,
  type Measurement,
  type Phase,
  phases,
  type StateBytes,
} from "./contender";
import type { Case } from "./plan";
import { TerraformBed, whyNoTerraform } from "./terraform";

/** The cost of one operation of one case for one contender. */
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
  /** State of one object, by contender. */
  stateBytes: Partial<Record<Contender, StateBytes>>;
  /** Cases skipped for lack of time, as text. */
  skipped: string[];
}

/** Runs the cases one after another, while they are expected to end before the deadline (ms of performance.now). */
export async function runSuite(
  plan: readonly Case[],
  deadline: number,
  tell: (line: string) => void,
): Promise<SuiteResult> {
  const result: SuiteResult = { rows: [], stateBytes: {}, skipped: [] };
  let slowness = 1;
  for (const one of plan) {
    const title = caseTitle(one);
    const left = (deadline - performance.now()) / 1000;
    if (one.expectedSeconds * slowness > left) {
      result.skipped.push(`${title} (${one.contenders.join(", ")})`);
      continue;
    }
    tell(title);
    const start = performance.now();
    await runCase(one, result, tell);
    slowness = (performance.now() - start) / 1000 / one.expectedSeconds;
  }
  return result;
}

/** What tells a case from the others. */
export type CaseKey = Pick<Case, "objects" | "latencyMs" | "parallel" | "oneCheckpoint">;

export function caseTitle({ objects, latencyMs, parallel, oneCheckpoint }: CaseKey) {
  const wide = parallel === undefined ? "" : `, --parallel ${parallel}`;
  const once = oneCheckpoint ? ", one checkpoint at the end" : "";
  return `${objects} ${objects === 1 ? "object" : "objects"} at ${latencyMs} ms${wide}${once}`;
}

/** All contenders take turns at each operation, so that temporary load affects them alike. */
async function runCase(one: Case, result: SuiteResult, tell: (line: string) => void): Promise<void> {
  const { objects, latencyMs, parallel, oneCheckpoint } = one;
  const args = parallel === undefined ? [] : ["--parallel", String(parallel)];
  const env: Record<string, string> = oneCheckpoint ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {};
  const beds: Contestant[] = [];
  const noTerraform = whyNoTerraform();
  try {
    for (const contender of one.contenders) {
      if (contender === "terraform" && noTerraform !== undefined) tell(`  without Terraform: ${noTerraform}`);
      else beds.push(await bedOf(contender, { objects, latencyMs, args, env }));
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
      tell(`  ${phase.padEnd(8)} ${measurements.join("   ")}`);
    }
  } finally {
    for (const bed of beds) await bed.close();
  }
}

const bedOf = (contender: Contender, options: BedOptions): Promise<Contestant> =>
  contender === "terraform" ? TerraformBed.make(options) : Bed.make(contender, options);

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
