import { fork } from "node:child_process";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { repository } from "../support/engine";

/** The cost of reading many objects through the provider, without the engine. */
export interface ScaleRow {
  objects: number;
  account: number;
  parallel: number;
  requests: number;
  seconds: number;
  /** Memory that the reads add to the process. */
  addedMb: number;
}

const READS: readonly Omit<ScaleRow, "requests" | "seconds" | "addedMb">[] = [
  { objects: 1_000, account: 1_000, parallel: 8 },
  { objects: 10_000, account: 10_000, parallel: 8 },
  { objects: 100_000, account: 100_000, parallel: 8 },
  { objects: 100_000, account: 100_000, parallel: 64 },
  { objects: 10, account: 100_000, parallel: 8 },
  { objects: 1_000, account: 100_000, parallel: 8 },
];

/** @param largest - Maximum number of objects in the account. */
export async function measureScale(largest: number, log: (line: string) => void): Promise<ScaleRow[]> {
  const rows: ScaleRow[] = [];
  for (const { objects, account, parallel } of READS.filter((read) => read.account <= largest)) {
    const emulator = await startEmulator({ token: "benchmark" });
    try {
      const fields = { description: "Benchmark policy {n}" };
      const ids = emulator.seed({ collection: "/ip_policies", count: account, fields })["/ip_policies"] ?? [];
      const measured = await readAll(emulator, ids.slice(0, objects), parallel);
      rows.push({ objects, account, parallel, requests: emulator.requests().length, ...measured });
      log(`  ${objects} of ${account} objects, ${parallel} at a time: ${measured.seconds.toFixed(1)} s`);
    } finally {
      await emulator.close();
    }
  }
  return rows;
}

function readAll(emulator: Emulator, ids: readonly string[], parallel: number) {
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    BENCH_URL: emulator.url,
    BENCH_TOKEN: emulator.token,
    BENCH_PARALLEL: String(parallel),
  };
  const file = join(__dirname, "programs", "read-many.cjs");
  const child = fork(file, { cwd: repository, env, execArgv: [] });
  child.send(ids);
  return new Promise<Pick<ScaleRow, "seconds" | "addedMb">>((resolve, reject) => {
    child.once("message", (measured) => resolve(measured as Pick<ScaleRow, "seconds" | "addedMb">));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the reads ended early with exit code ${code}`)));
  });
}
