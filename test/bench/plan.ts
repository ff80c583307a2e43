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
  /** Whether the engine writes the state once, at the end of a command, instead of before and after each step. */
  oneCheckpoint?: boolean;
}

const all: readonly Contender[] = ["null", "ours", "native", "plain"];
const fast: readonly Contender[] = ["null", "ours", "native"];

/** What is compared with Terraform, which writes its state now and then, and not for each object. */
const firstRollout: Case = {
  objects: 1000,
  latencyMs: 50,
  contenders: [...fast, "terraform"],
  expectedSeconds: 190,
  oneCheckpoint: true,
};

const small = (objects: number): Case[] =>
  [0, 50].map((latencyMs) => ({
    objects,
    latencyMs,
    contenders: all,
    expectedSeconds: objects > 10 ? 73 : 36,
  }));

const wide: Case = {
  objects: 100,
  latencyMs: 50,
  contenders: fast,
  expectedSeconds: 52,
  parallel: 64,
};

/** At most 30 minutes: from small to large, so that a slow machine skips the end. */
export const fullPlan: readonly Case[] = [
  ...small(1),
  ...small(10),
  ...small(100),
  wide,
  { objects: 1000, latencyMs: 50, contenders: fast, expectedSeconds: 330 },
  { objects: 1000, latencyMs: 0, contenders: fast, expectedSeconds: 310 },
  firstRollout,
  { objects: 1000, latencyMs: 0, contenders: fast, expectedSeconds: 110, oneCheckpoint: true },
];

/** At most three minutes: enough to see whether the harness works and whether something is badly wrong. */
export const quickPlan: readonly Case[] = [
  { objects: 1, latencyMs: 0, contenders: all, expectedSeconds: 36 },
  { objects: 20, latencyMs: 50, contenders: all, expectedSeconds: 46 },
];

/** Within twelve minutes, with the start-up: the ratios of large programs. */
export const ratiosPlan: readonly Case[] = [firstRollout];
