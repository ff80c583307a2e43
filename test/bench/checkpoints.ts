import { TestBed } from "./contender";

/** Seconds to create and destroy the same objects with a checkpoint setting. */
export interface CheckpointRow {
  what: string;
  create: number;
  destroy: number;
}

export interface CheckpointResult {
  objects: number;
  rows: CheckpointRow[];
}

interface Mode {
  label: string;
  env: Record<string, string>;
  /** Number of stacks that share the objects; they run one after another. */
  stacks: number;
}

const MODES: readonly Mode[] = [
  { label: "one stack, a checkpoint before and after each step (the engine's default)", env: {}, stacks: 1 },
  {
    label: "one stack, no backup of the checkpoint (`PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`)",
    env: { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" },
    stacks: 1,
  },
  { label: "four stacks, one after the other", env: {}, stacks: 4 },
  {
    label: "one stack, one checkpoint at the end (`PULUMI_SKIP_CHECKPOINTS=true`)",
    env: { PULUMI_SKIP_CHECKPOINTS: "true" },
    stacks: 1,
  },
];

export async function measureCheckpoints(
  objects: number,
  log: (line: string) => void,
): Promise<CheckpointResult> {
  const rows: CheckpointRow[] = [];
  for (const { label, env, stacks } of MODES) {
    const row = { what: label, create: 0, destroy: 0 };
    for (let stack = 0; stack < stacks; stack++) {
      const bed = await TestBed.make("ours", { objects: objects / stacks, latencyMs: 0, env });
      try {
        row.create += (await bed.run("create")).seconds;
        row.destroy += (await bed.run("destroy")).seconds;
      } finally {
        await bed.close();
      }
    }
    log(`  ${label}: create ${row.create.toFixed(1)} s, destroy ${row.destroy.toFixed(1)} s`);
    rows.push(row);
  }
  return { objects, rows };
}
