import type { Contender, Phase } from "./contender";
import type { ProcessResult } from "./process";
import type { BenchResult } from "./result";
import type { ReviewResult } from "./review";
import type { StartupResult } from "./startup";
import { type CaseKey, findRow, type Row, type SuiteResult } from "./suite";

/** A performance target with its result in a run. */
export interface Target {
  name: string;
  limit: number;
  unit: "requests" | "times" | "ms" | "bytes" | "MB";
  /** Undefined if the run didn't measure it. */
  measured: number | undefined;
}

const isMeasured = ({ measured }: Target) => measured !== undefined;

export const isMet = ({ limit, measured }: Target) => measured !== undefined && measured <= limit;

/** Returns the cost of an operation as a multiple of the baseline's cost in the same case. */
type Ratio = (contender: Contender, baseline: Contender, phase: Phase, size: CaseKey) => number | undefined;

export function listTargets({ suite, startup, review, process }: BenchResult): Target[] {
  const ratio: Ratio = (contender, baseline, phase, size) => {
    const [measured, reference] = [contender, baseline].map((name) => findRow(suite.rows, size, name, phase));
    return measured && reference && measured.seconds / reference.seconds;
  };
  return [
    ...dynamicTargets(suite, startup, ratio),
    ...nativeTargets(suite, startup, ratio),
    ...oneCheckpointTargets(ratio),
    ...terraformTargets(ratio).filter(isMeasured),
    ...processTargets(process).filter(isMeasured),
    ...reviewTargets(review),
  ];
}

function dynamicTargets(
  { rows, stateBytes }: SuiteResult,
  { imports, previews }: StartupResult,
  ratio: Ratio,
): Target[] {
  const refresh = findRow(rows, { objects: 1000, latencyMs: 50 }, "ours", "refresh");
  const timed = LATENCIES.flatMap((latencyMs): Target[] => {
    const comparison = `at ${latencyMs} ms, against the null provider`;
    const cost = (phase: Phase, objects: number) => ratio("ours", "null", phase, { objects, latencyMs });
    const refreshing = "`up --refresh` of 1,000 unchanged objects";
    return [
      times(`creating 100 objects ${comparison}`, 1.15, cost("create", 100)),
      times(`creating 1,000 objects ${comparison}`, 1.1, cost("create", 1000)),
      times(`${refreshing} ${comparison}`, 1, cost("up --refresh", 1000)),
    ];
  });
  return [
    target("requests to refresh 1,000 unchanged objects", 12, "requests", refresh?.requests),
    ...timed,
    times("preview of one object, against an empty program", 1.25, previews.ours / previews.empty),
    times("preview of one object, against the null provider", 1, previews.ours / previews.null),
    target("import of this package after `@pulumi/pulumi`", 60, "ms", imports.ours),
    target("state of an IP policy, without the engine's traces", 1100, "bytes", stateBytes.ours?.own),
    memory("1,000 objects", 200, peakMemory(rows, "ours", 1000)),
  ];
}

function nativeTargets(
  { rows, stateBytes }: SuiteResult,
  { previews }: StartupResult,
  ratio: Ratio,
): Target[] {
  const timed = LATENCIES.flatMap((latencyMs): Target[] => {
    const comparison = `at ${latencyMs} ms, against the dynamic provider`;
    const cost = (phase: Phase) => ratio("native", "ours", phase, { objects: 1000, latencyMs });
    return [
      times(`creating 1,000 objects ${comparison}`, 1, cost("create")),
      times(`\`pulumi refresh\` of 1,000 objects ${comparison}`, 0.8, cost("refresh")),
    ];
  });
  return [
    times("preview of one object, against an empty program", 1.1, previews.native / previews.empty),
    ...timed,
    target("state of an IP policy, without the engine's traces", 700, "bytes", stateBytes.native?.own),
    memory("one object", 90, peakMemory(rows, "native", 1)),
    memory("1,000 objects", 190, peakMemory(rows, "native", 1000)),
  ].map((each) => ({ ...each, name: `native: ${each.name}` }));
}

/** Returns the prefix of a contender's targets. */
const prefixOf = (contender: Contender) => (contender === "native" ? "native: " : "");

/** Targets for a first rollout that writes the state once. */
const oneCheckpointTargets = (ratio: Ratio): Target[] =>
  LATENCIES.flatMap((latencyMs) =>
    (["ours", "native"] as const).map((contender) =>
      times(
        `${prefixOf(contender)}creating 1,000 objects at ${latencyMs} ms with one checkpoint, against the null provider`,
        1.3,
        ratio(contender, "null", "create", { objects: 1000, latencyMs, oneCheckpoint: true }),
      ),
    ),
  );

/** Operations on 1,000 objects with their descriptions. */
const OPERATIONS: readonly (readonly [Phase, string])[] = [
  ["create", "creating 1,000 objects"],
  ["preview", "preview of 1,000 unchanged objects"],
  ["up --refresh", "`up --refresh` of 1,000 unchanged objects"],
  ["destroy", "destroying 1,000 objects"],
];

/** Targets for 1,000 objects with the state written once, compared with Terraform in the same run. */
const terraformTargets = (ratio: Ratio): Target[] =>
  (["ours", "native"] as const).flatMap((contender) =>
    OPERATIONS.map(([phase, description]) =>
      times(
        `${prefixOf(contender)}${description} at 50 ms with one checkpoint, against Terraform`,
        1,
        ratio(contender, "terraform", phase, { objects: 1000, latencyMs: 50, oneCheckpoint: true }),
      ),
    ),
  );

const processTargets = (process: ProcessResult | undefined): Target[] => [
  times(
    "native: start of the provider until its first response to a check, against the smallest server",
    1.2,
    process && process.ours.firstMs / process.smallest.firstMs,
  ),
  target(
    "native: CPU time of the provider for the check and diff of 1,000 unchanged objects",
    800,
    "ms",
    process?.ours.cpuMs,
  ),
];

const reviewTargets = (review: ReviewResult | undefined): Target[] => {
  if (!review) return [];
  const { objects, edits, seconds, ofOne: oneObjectSeconds } = review;
  const name = `review of ${objects.toLocaleString("en-US")} objects with ${edits} edited traffic policies`;
  return [
    target(`${name}, in addition to the preview`, 5000, "ms", seconds * 1000),
    times(`${name}, against a review of one object`, 10, seconds / oneObjectSeconds),
  ];
};

const LATENCIES = [0, 50] as const;

const target = (name: string, limit: number, unit: Target["unit"], measured: number | undefined): Target => ({
  name,
  limit,
  unit,
  measured,
});

const times = (name: string, limit: number, measured: number | undefined) =>
  target(name, limit, "times", measured);

const memory = (objects: string, limit: number, measured: number | undefined) =>
  target(`peak memory of the provider process with ${objects}`, limit, "MB", measured);

function peakMemory(rows: readonly Row[], contender: Contender, objects: number): number | undefined {
  const peaks = rows
    .filter((row) => row.contender === contender && row.objects === objects)
    .map(({ providerMb }) => providerMb ?? 0);
  const largest = Math.max(0, ...peaks);
  return largest === 0 ? undefined : largest;
}
