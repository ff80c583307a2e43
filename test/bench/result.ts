import type { CheckpointResult } from "./checkpoints";
import type { Machine } from "./machine";
import type { ProcessResult } from "./process";
import type { ReviewResult } from "./review";
import type { ScaleRow } from "./scale";
import type { StartupResult } from "./startup";
import type { SuiteResult } from "./suite";

/** Everything that one run of the benchmark has measured; the only input of the report. */
export interface BenchResult {
  machine: Machine;
  /** Minutes that the run took. */
  minutes: number;
  quick: boolean;
  suite: SuiteResult;
  startup: StartupResult;
  checkpoints: CheckpointResult | undefined;
  scale: ScaleRow[];
  review: ReviewResult | undefined;
  /** The native provider's process; undefined in results from before this was measured. */
  process?: ProcessResult;
}
