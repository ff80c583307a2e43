import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { FINGERPRINT, fingerprintOf, fingerprintText } from "../provider/account/fingerprint";
import { settingsOf } from "../provider/account/settings";
import { repository } from "../test/support/engine";
import { median } from "./suite";

/** The process of a provider alone, without the engine. Medians of milliseconds. */
interface ProcessCost {
  /** From its start to the first answered check. */
  readonly firstMs: number;
  /** Processor time of the check and diff of a thousand unchanged objects. */
  readonly cpuMs: number;
}

export interface ProcessResult {
  readonly ours: ProcessCost;
  readonly smallest: ProcessCost;
}

const OBJECTS = 1_000;
const TOKEN = "benchmark";
const BASE_URL = "http://127.0.0.1:1";
const PROGRAMS = {
  ours: join(repository, "dist", "provider", "engine", "native", "main.js"),
  smallest: join(__dirname, "programs", "smallest-server.cjs"),
};

/** Both take turns; the first round only fills caches. */
export async function measureProcess(rounds: number, tell: (line: string) => void): Promise<ProcessResult> {
  tell("the native provider's process alone");
  const home = mkdtempSync(join(tmpdir(), "tunnel-edge-process-"));
  const costs: Record<keyof typeof PROGRAMS, ProcessCost[]> = { ours: [], smallest: [] };
  try {
    for (let round = 0; round <= rounds; round++)
      for (const name of ["ours", "smallest"] as const) {
        const cost = await costOf(PROGRAMS[name], home);
        if (round > 0) costs[name].push(cost);
      }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const [ours, smallest] = [costs.ours, costs.smallest].map((all) => ({
    firstMs: median(all.map(({ firstMs }) => firstMs)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  })) as [ProcessCost, ProcessCost];
  tell(`  first check ${ours.firstMs.toFixed(0)} ms, smallest server ${smallest.firstMs.toFixed(0)} ms`);
  return { ours, smallest };
}

async function costOf(program: string, home: string): Promise<ProcessCost> {
  const env = { PATH: process.env.PATH, PULUMI_HOME: home, TUNNEL_EDGE_JOURNAL_DIR: join(home, "journal") };
  const start = performance.now();
  const child = spawn(process.execPath, [program], { cwd: home, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    const call = <Q>(
      method: (request: Q, done: (error: ServiceError | null) => void) => unknown,
      request: Q,
    ): Promise<void> =>
      new Promise((resolve, reject) => {
        method.call(client, request, (error) => (error ? reject(error) : resolve()));
      });
    await call(client.handshake, new pb.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:9"));
    const config = struct({ baseUrl: BASE_URL, apiToken: TOKEN });
    await call(client.configure, new pb.ConfigureRequest().setName("default").setArgs(config));
    await call(client.check, checkOf(-1));
    const firstMs = performance.now() - start;
    const before = cpuMs(child.pid);
    for (let i = 0; i < OBJECTS; i++) {
      await call(client.check, checkOf(i));
      await call(client.diff, diffOf(i));
    }
    const cost = { firstMs, cpuMs: cpuMs(child.pid) - before };
    client.close();
    return cost;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

const struct = (values: Record<string, JavaScriptValue>) => Struct.fromJavaScript(values);
const urnOf = (i: number) => `urn:pulumi:test::bench::tunnel-edge:index:IpPolicy::policy-${i}`;
const inputsOf = (i: number) => ({
  description: `Benchmark policy ${i}`,
  metadata: "created by the benchmark",
});
const checkOf = (i: number) =>
  new pb.CheckRequest()
    .setUrn(urnOf(i))
    .setOlds(struct(inputsOf(i)))
    .setNews(struct(inputsOf(i)));

const config: Readonly<Record<string, string>> = {
  "tunnel-edge:baseUrl": BASE_URL,
  "tunnel-edge:apiToken": TOKEN,
};
const account = fingerprintText(
  fingerprintOf(
    settingsOf((key) => config[key], {}),
    TOKEN,
  ),
);

function diffOf(i: number): pb.DiffRequest {
  const id = `ipp_${i}`;
  const made = { uri: `${BASE_URL}/ip_policies/${id}`, createdAt: "2026-01-01T00:00:00Z", adopted: null };
  const state = struct({ ...inputsOf(i), ...made, [FINGERPRINT]: account });
  return new pb.DiffRequest()
    .setUrn(urnOf(i))
    .setId(id)
    .setOlds(state)
    .setNews(struct(inputsOf(i)))
    .setOldInputs(struct(inputsOf(i)));
}

/** As the kernel counts it, in hundredths of a second; NaN on systems without /proc. */
function cpuMs(pid: number | undefined): number {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(11, 13).map(Number) as [number, number];
    return (user + system) * 10;
  } catch {
    return Number.NaN;
  }
}
