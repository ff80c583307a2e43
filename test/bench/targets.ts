import type { Contender, Phase } from "./contender";
import type { BenchResult } from "./result";
import type { ReviewResult } from "./review";
import type { StartupResult } from "./startup";
import { type CaseKey, findRow, type Row, type SuiteResult } from "./suite";

/** A performance target of this package, and its result in one run. */
export interface Target {
  label: string;
  limit: number;
  unit: "requests" | "times" | "ms" | "bytes" | "MB";
  /** Undefined if the run did not measure it. */
  measured: number | undefined;
}

export const isMet = ({ limit, measured }: Target) => measured !== undefined && measured <= limit;

/** The cost of one operation as a multiple of another contender's in the same case. */
type Ratio = (measured: Contender, baseline: Contender, phase: Phase, size: CaseKey) => number | undefined;

export function targetsOf({ suite, startup, review }: BenchResult): Target[] {
  const ratio: Ratio = (measured, baseline, phase, size) => {
    const row = findRow(suite.rows, size, measured, phase);
    const baselineRow = findRow(suite.rows, size, baseline, phase);
    return row && baselineRow && row.seconds / baselineRow.seconds;
  };
  return [
    ...dynamicTargets(suite, startup, ratio),
    ...nativeTargets(suite, startup, ratio),
    ...singleCheckpointTargets(ratio),
    ...reviewTargets(review),
  ];
}

function dynamicTargets({ rows, stateBytes }: SuiteResult, startup: StartupResult, ratio: Ratio): Target[] {
  const refresh = findRow(rows, { objects: 1000, latencyMs: 50 }, "dynamic", "refresh");
  const timed = LATENCIES.flatMap((latencyMs): Target[] => {
    const at = `objects at ${latencyMs} ms latency, against the null provider`;
    const [hundred, thousand] = [100, 1000].map((objects) => ({ objects, latencyMs })) as [CaseKey, CaseKey];
    return [
      times(`creating 100 ${at}`, 1.15, ratio("dynamic", "null", "create", hundred)),
      times(`creating 1,000 ${at}`, 1.1, ratio("dynamic", "null", "create", thousand)),
      times(
        `\`up --refresh\` of 1,000 unchanged ${at}`,
        1,
        ratio("dynamic", "null", "up --refresh", thousand),
      ),
    ];
  });
  return [
    {
      label: "requests to refresh 1,000 unchanged objects",
      limit: 12,
      unit: "requests",
      measured: refresh?.requests,
    },
    ...timed,
    times(
      "preview of one object, against an empty program",
      1.25,
      startup.previews.dynamic / startup.previews.empty,
    ),
    times(
      "preview of one object, against the null provider",
      1,
      startup.previews.dynamic / startup.previews.null,
    ),
    {
      label: "added by this package to importing `@pulumi/pulumi`",
      limit: 60,
      unit: "ms",
      measured: startup.imports.ours,
    },
    {
      label: "state of an IP policy, without the engine's metadata",
      limit: 1100,
      unit: "bytes",
      measured: stateBytes.dynamic?.own,
    },
    {
      label: "peak memory of the provider process with 1,000 objects",
      limit: 200,
      unit: "MB",
      measured: peakMemory(rows, "dynamic", 1000),
    },
  ];
}

function nativeTargets(
  { rows, stateBytes }: SuiteResult,
  { previews }: StartupResult,
  ratio: Ratio,
): Target[] {
  const timed = LATENCIES.flatMap((latencyMs): Target[] => {
    const thousand = { objects: 1000, latencyMs };
    const at = `objects at ${latencyMs} ms latency, against the dynamic provider`;
    return [
      times(`native: creating 1,000 ${at}`, 1, ratio("native", "dynamic", "create", thousand)),
      times(
        `native: \`pulumi refresh\` of 1,000 ${at}`,
        0.8,
        ratio("native", "dynamic", "refresh", thousand),
      ),
    ];
  });
  return [
    times("native: preview of one object, against an empty program", 1.1, previews.native / previews.empty),
    ...timed,
    {
      label: "native: state of an IP policy, without the engine's metadata",
      limit: 700,
      unit: "bytes",
      measured: stateBytes.native?.own,
    },
    {
      label: "native: peak memory of the provider process with one object",
      limit: 90,
      unit: "MB",
      measured: peakMemory(rows, "native", 1),
    },
    {
      label: "native: peak memory of the provider process with 1,000 objects",
      limit: 190,
      unit: "MB",
      measured: peakMemory(rows, "native", 1000),
    },
  ];
}

/** Creation with a single checkpoint. */
const singleCheckpointTargets = (ratio: Ratio): Target[] =>
  LATENCIES.flatMap((latencyMs) =>
    (["dynamic", "native"] as const).map((contender) =>
      times(
        `${contender}: creating 1,000 objects at ${latencyMs} ms latency with one checkpoint, against the null provider`,
        1.3,
        ratio(contender, "null", "create", { objects: 1000, latencyMs, oneCheckpoint: true }),
      ),
    ),
  );

const reviewTargets = (review: ReviewResult | undefined): Target[] => {
  if (!review) return [];
  const { objects, edits, seconds, singleObjectSeconds } = review;
  const title = `review of ${objects.toLocaleString("en-US")} objects that edits ${edits} traffic policies`;
  return [
    { label: `${title}, in addition to the preview`, limit: 5000, unit: "ms", measured: seconds * 1000 },
    times(`${title}, compared with a review of a single object`, 10, seconds / singleObjectSeconds),
  ];
};

const LATENCIES = [0, 50] as const;

const times = (label: string, limit: number, measured: number | undefined): Target => ({
  label,
  limit,
  unit: "times",
  measured,
});

function peakMemory(rows: readonly Row[], contender: Contender, objects: number): number | undefined {
  const peaks = rows
    .filter((row) => row.contender === contender && row.objects === objects)
    .map(({ providerMb }) => providerMb ?? 0);
  const largest = Math.max(0, ...peaks);
  return largest === 0 ? undefined : largest;
}
