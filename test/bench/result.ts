import type { CheckpointResult } from "./checkpoints";
import type { Machine } from "./machine";
import type { ProcessResult } from "./process";
import type { ReviewResult } from "./review";
import type { ScaleRow } from "./scale";
import type { StartupResult } from "./startup";
import type { SuiteResult } from "./suite";

/** The results of a run, from which the report is generated. */
export interface BenchResult {
  machine: Machine;
  minutes: number;
  quick: boolean;
  suite: SuiteResult;
  startup: StartupResult;
  checkpoints: CheckpointResult | undefined;
  scale: ScaleRow[];
  review: ReviewResult | undefined;
  /** The native provider's process; undefined in old results. */
  process?: ProcessResult;
}
