import type { Contender } from "./contender";

/** One size and latency, and its contenders. */
export interface Case {
  objects: number;
  latencyMs: number;
  contenders: readonly Contender[];
  /** Estimated seconds on two cores of 2024; the run adjusts to a slower machine. */
  expectedSeconds: number;
  /** Concurrency of the engine; its own default (four times the cores) when left out. */
  parallel?: number;
}

const all: readonly Contender[] = ["null", "ours", "plain"];
const fast: readonly Contender[] = ["null", "ours"];

const small = (objects: number): Case[] =>
  [0, 50].map((latencyMs) => ({
    objects,
    latencyMs,
    contenders: all,
    expectedSeconds: objects > 10 ? 55 : 27,
  }));

const wide: Case = {
  objects: 100,
  latencyMs: 50,
  contenders: fast,
  expectedSeconds: 35,
  parallel: 64,
};

/** At most 20 minutes: from small to large, so that a slow machine skips the end. */
export const fullPlan: readonly Case[] = [
  ...small(1),
  ...small(10),
  ...small(100),
  wide,
  { objects: 1000, latencyMs: 50, contenders: fast, expectedSeconds: 230 },
  { objects: 1000, latencyMs: 0, contenders: fast, expectedSeconds: 220 },
  { objects: 1000, latencyMs: 50, contenders: ["plain"], expectedSeconds: 330 },
];

/** At most two minutes: enough to see whether the harness works and whether something is badly wrong. */
export const quickPlan: readonly Case[] = [
  { objects: 1, latencyMs: 0, contenders: all, expectedSeconds: 27 },
  { objects: 20, latencyMs: 50, contenders: all, expectedSeconds: 35 },
];
