import type { Contender } from "./contender";

/** A number of objects and a latency, with the contenders. */
export interface Case {
  objects: number;
  latencyMs: number;
  contenders: readonly Contender[];
  /** Estimated seconds on two cores of 2024; scaled for slower machines. */
  expectedSeconds: number;
  /** Concurrency of the engine; by default, four times the cores. */
  parallel?: number;
  /** True to write the state once, at the end of a command, instead of before and after each step. */
  oneCheckpoint?: boolean;
}

const allContenders: readonly Contender[] = ["null", "ours", "native", "plain"];
const fastContenders: readonly Contender[] = ["null", "ours", "native"];

/** With one checkpoint, as Terraform doesn't write its state for each object either. */
const firstRollout: Case = {
  objects: 1000,
  latencyMs: 50,
  contenders: [...fastContenders, "terraform"],
  expectedSeconds: 190,
  oneCheckpoint: true,
};

const smallCases = (objects: number): Case[] =>
  [0, 50].map((latencyMs) => ({
    objects,
    latencyMs,
    contenders: allContenders,
    expectedSeconds: objects > 1 ? 73 : 36,
  }));

const parallelCase: Case = {
  objects: 100,
  latencyMs: 50,
  contenders: fastContenders,
  expectedSeconds: 52,
  parallel: 64,
};

/** Takes at most 30 minutes. Starts with small cases, so slow machines skip the large ones. */
export const fullPlan: readonly Case[] = [
  ...smallCases(1),
  ...smallCases(100),
  parallelCase,
  { objects: 1000, latencyMs: 50, contenders: fastContenders, expectedSeconds: 330 },
  { objects: 1000, latencyMs: 0, contenders: fastContenders, expectedSeconds: 310 },
  firstRollout,
  { objects: 1000, latencyMs: 0, contenders: fastContenders, expectedSeconds: 110, oneCheckpoint: true },
];

/** A check for serious regressions in at most three minutes. */
export const quickPlan: readonly Case[] = [
  { objects: 1, latencyMs: 0, contenders: allContenders, expectedSeconds: 36 },
  { objects: 20, latencyMs: 50, contenders: allContenders, expectedSeconds: 46 },
];

/** The ratios of large programs. Takes at most twelve minutes, including the startup. */
export const ratiosPlan: readonly Case[] = [firstRollout];
