import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../support/cli";
import { phases, TestBed } from "./contender";
import { table } from "./markdown";

/** The cost of a command in a very large stack. */
export interface LargeRow {
  readonly contender: "ours" | "native";
  readonly what: string;
  readonly seconds: number;
  readonly requests: number;
  readonly providerMb: number | undefined;
  /** Bytes of the state after the command. */
  readonly stateBytes: number;
}

/** Measures all operations, and commands that read the whole stack, with one checkpoint for each command. */
export async function measureLarge(objects: number, log: (line: string) => void): Promise<LargeRow[]> {
  const rows: LargeRow[] = [];
  for (const contender of ["ours", "native"] as const) {
    const env = { PULUMI_SKIP_CHECKPOINTS: "true" };
    const bed = await TestBed.make(contender, { objects, latencyMs: 50, env });
    const record = (what: string, seconds: number, requests: number, providerMb?: number) => {
      const stateBytes = statSync(bed.workspace.stateFile).size;
      rows.push({ contender, what, seconds, requests, providerMb, stateBytes });
      log(`${contender} ${what}: ${seconds.toFixed(1)} s (${requests})`);
    };
    try {
      for (const phase of phases) {
        if (phase === "destroy") await measureCommands(bed, record);
        const { seconds, requests, providerMb } = await bed.run(phase);
        record(phase, seconds, requests, providerMb);
      }
    } finally {
      await bed.close();
    }
  }
  return rows;
}

/** Reviews a preview, compares the stack with its account, and exports the account. */
async function measureCommands(
  { workspace, emulator }: TestBed,
  record: (what: string, seconds: number, requests: number) => void,
): Promise<void> {
  const { stdout } = await workspace.run(["preview", "--json"], { mustSucceed: true, timeoutSeconds: 1800 });
  const preview = join(workspace.root, "preview.json");
  writeFileSync(preview, stdout);
  const program = join(workspace.root, "exported");
  mkdirSync(program);
  const commands: Record<string, string[]> = {
    review: ["review", preview, "--offline", "--fail-on", "none"],
    drift: ["drift", "--stack", workspace.stack],
    export: ["export", "--out", program, "--no-proof"],
  };
  const account = { TUNNEL_EDGE_BASE_URL: emulator?.url, TUNNEL_EDGE_API_TOKEN: "benchmark" };
  for (const [name, args] of Object.entries(commands)) {
    const before = emulator?.requests().length ?? 0;
    const start = performance.now();
    const { code, stderr } = await runCli(args, {
      cwd: workspace.folder,
      env: { ...workspace.environment, ...account },
      timeoutSeconds: 1800,
    });
    if (code !== 0) throw new Error(`tunnel-edge ${name} ended with ${code}: ${stderr}`);
    record(name, (performance.now() - start) / 1000, (emulator?.requests().length ?? 0) - before);
  }
  rmSync(program, { recursive: true });
}

export function largeTable(objects: number, rows: readonly LargeRow[]): string {
  const body = rows.map(({ contender, what, seconds, requests, providerMb, stateBytes }) => [
    `${contender}: ${what}`,
    seconds.toFixed(1),
    String(requests),
    providerMb === undefined ? "" : providerMb.toFixed(0),
    stateBytes.toLocaleString("en-US"),
  ]);
  const head = ["", "seconds", "requests", "provider, MB", "bytes of the state"];
  return `${objects.toLocaleString("en-US")} objects at 50 ms, one checkpoint for each command:\n\n${table(head, body)}`;
}
