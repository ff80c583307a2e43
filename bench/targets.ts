import type { BenchResult } from "./result";
import { findRow } from "./suite";

/** A performance target of this package, and its result in one run. */
export interface Target {
  what: string;
  limit: number;
  unit: "requests" | "times" | "ms" | "bytes" | "MB";
  /** Undefined if the run did not measure it. */
  measured: number | undefined;
}

export const isMet = ({ limit, measured }: Target) => measured !== undefined && measured <= limit;

export function targetsOf({ suite, startup }: BenchResult): Target[] {
  const ratio = (objects: number, latencyMs: number, phase: "create" | "refresh") => {
    const one = { objects, latencyMs };
    const ours = findRow(suite.rows, one, "ours", phase);
    const nothing = findRow(suite.rows, one, "null", phase);
    return ours && nothing && ours.seconds / nothing.seconds;
  };
  const refresh = findRow(suite.rows, { objects: 1000, latencyMs: 50 }, "ours", "refresh");
  const timed = ([0, 50] as const).flatMap((latencyMs): Target[] => {
    const at = `at ${latencyMs} ms, against the null provider`;
    return [
      { what: `creating 100 ${at}`, limit: 1.15, unit: "times", measured: ratio(100, latencyMs, "create") },
      { what: `creating 1,000 ${at}`, limit: 1.1, unit: "times", measured: ratio(1000, latencyMs, "create") },
      {
        what: `refreshing 1,000 unchanged ${at}`,
        limit: 1,
        unit: "times",
        measured: ratio(1000, latencyMs, "refresh"),
      },
    ];
  });
  return [
    {
      what: "requests of a refresh of 1,000 unchanged",
      limit: 12,
      unit: "requests",
      measured: refresh?.requests,
    },
    ...timed,
    {
      what: "preview of one object, against an empty program",
      limit: 1.25,
      unit: "times",
      measured: startup.previews.ours / startup.previews.empty,
    },
    {
      what: "added by this package to importing `@pulumi/pulumi`",
      limit: 60,
      unit: "ms",
      measured: startup.imports.ours,
    },
    {
      what: "state of an IP policy, without the engine's traces",
      limit: 1100,
      unit: "bytes",
      measured: suite.stateBytes.ours?.own,
    },
    {
      what: "peak memory of the provider process at 1,000",
      limit: 200,
      unit: "MB",
      measured: peakMemory(suite.rows),
    },
  ];
}

function peakMemory(rows: BenchResult["suite"]["rows"]): number | undefined {
  const peaks = rows
    .filter(({ contender, objects }) => contender === "ours" && objects === 1000)
    .map(({ providerMb }) => providerMb ?? 0);
  const largest = Math.max(0, ...peaks);
  return largest === 0 ? undefined : largest;
}
