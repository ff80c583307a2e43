import { type Contender, contenders, type Program, phases } from "../../bench/contender";
import { fullPlan } from "../../bench/plan";
import type { BenchResult } from "../../bench/result";

/** Seconds per object, in addition to two for the command. */
const PACE: Readonly<Record<Program, number>> = { null: 0.02, ours: 0.021, native: 0.015, plain: 0.05 };

const machine = {
  date: "2026-01-31",
  processor: "a processor",
  cores: 2,
  memoryGb: 8,
  system: "a system",
  node: "v24.0.0",
  engine: "v3.0.0",
  engineSdk: "3.0.0",
  load: 0,
};

/** Excludes Terraform, which few machines have. */
const isProgram = (contender: Contender): contender is Program => contender !== "terraform";

/** The results of a full run that meets all targets. */
export const sampleResult: BenchResult = {
  machine,
  minutes: 27,
  quick: false,
  suite: {
    rows: fullPlan.flatMap(({ contenders: participants, expectedSeconds: _, ...key }) =>
      phases.flatMap((phase) =>
        participants.filter(isProgram).map((contender) => ({
          ...key,
          contender,
          phase,
          seconds:
            2 + key.objects * (phase === "up --refresh" && contender !== "null" ? 0.01 : PACE[contender]),
          requests: contender === "null" ? 0 : 10,
          providerMb: 80,
        })),
      ),
    ),
    stateBytes: Object.fromEntries(
      contenders.filter(isProgram).map((contender) => [contender, { own: 700, all: 1200 }]),
    ),
    skipped: [],
  },
  startup: {
    imports: { engineSdk: 400, ours: 15 },
    provider: { cold: 30, cached: 20 },
    previews: { empty: 1000, null: 1200, ours: 1200, native: 1050 },
    setups: [{ what: "JavaScript", milliseconds: 1200 }],
  },
  checkpoints: { objects: 300, rows: [{ what: "one stack", create: 8, destroy: 5 }] },
  scale: [{ objects: 1000, account: 1000, parallel: 8, requests: 10, seconds: 0.3, addedMb: 46 }],
  review: { objects: 1000, edits: 100, seconds: 4, ofOne: 2 },
};
