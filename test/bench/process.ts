import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { FINGERPRINT, fingerprintOf, fingerprintText } from "../../provider/account/origin/origin";
import { settingsOf } from "../../provider/account/settings/settings";
import { repository } from "../support/engine";
import { median } from "./suite";

/** The cost of a provider process without the engine, in milliseconds (medians). */
interface ProcessCost {
  /** Time from the start to the first response to a check. */
  readonly firstMs: number;
  /** Processor time until then; missing in old results. */
  readonly startCpuMs?: number;
  /** Processor time of the check and diff of a thousand unchanged objects. */
  readonly cpuMs: number;
}

export interface ProcessResult {
  readonly ours: ProcessCost;
  readonly smallest: ProcessCost;
  /** The release's archive for machines without npm; missing in old results. */
  readonly archive?: ProcessCost | undefined;
  /** The release's executable; undefined if it can't be built. */
  readonly executable?: ProcessCost | undefined;
}

/** A command line: Node.js or an executable, with arguments. */
type Command = readonly [file: string, ...args: string[]];

const OBJECTS = 1_000;
const TOKEN = "benchmark";
const BASE_URL = "http://127.0.0.1:1";
const run = promisify(execFile);
const SERVERS: Record<"ours" | "smallest", Command> = {
  ours: [process.execPath, join(repository, "dist", "provider", "engine", "native", "main.js")],
  smallest: [process.execPath, join(__dirname, "programs", "smallest-server.cjs")],
};

/** Measures the servers in turns. The first round only fills caches. */
export async function measureProcess(rounds: number, log: (line: string) => void): Promise<ProcessResult> {
  log("the native provider's process without the engine");
  const home = mkdtempSync(join(tmpdir(), "tunnel-edge-process-"));
  try {
    const commands = Object.entries({ ...SERVERS, ...(await unpackRelease(home)) });
    const costs = new Map(commands.map(([name]) => [name, [] as Required<ProcessCost>[]]));
    for (let round = 0; round <= rounds; round++)
      for (const [name, command] of commands) {
        const cost = await measureCost(command, home);
        if (round > 0) costs.get(name)?.push(cost);
      }
    const medians = Object.fromEntries([...costs].map(([name, measured]) => [name, medianCost(measured)]));
    for (const [name, { firstMs, startCpuMs, cpuMs }] of Object.entries(medians))
      log(
        `  ${name.padEnd(10)} first check ${firstMs.toFixed(0)} ms (processor ${startCpuMs.toFixed(0)} ms), 1,000 checks and diffs ${cpuMs.toFixed(0)} ms`,
      );
    const { ours, smallest, archive, executable } = medians;
    if (!ours || !smallest) throw new Error("no round was measured");
    return { ours, smallest, archive, executable };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Builds and unpacks the release's files for machines without npm. */
async function unpackRelease(home: string): Promise<Record<string, Command>> {
  const { stdout } = await run(process.execPath, [
    join(repository, "build", "plugin.mjs"),
    join(home, "plugin"),
  ]);
  const [archive = "", executable] = stdout.trimEnd().split("\n");
  const unpacked = join(home, "unpacked");
  mkdirSync(unpacked);
  await run("tar", ["-xzf", archive, "-C", unpacked]);
  return {
    archive: [process.execPath, join(unpacked, "pulumi-resource-tunnel-edge")],
    ...(executable !== undefined && { executable: [executable] }),
  };
}

const medianCost = (costs: readonly Required<ProcessCost>[]): Required<ProcessCost> => ({
  firstMs: median(costs.map(({ firstMs }) => firstMs)),
  startCpuMs: median(costs.map(({ startCpuMs }) => startCpuMs)),
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
});

async function measureCost([file, ...args]: Command, home: string): Promise<Required<ProcessCost>> {
  const env = { PATH: process.env.PATH, PULUMI_HOME: home, TUNNEL_EDGE_JOURNAL_DIR: join(home, "journal") };
  const start = performance.now();
  const child = spawn(file, args, { cwd: home, env, stdio: ["ignore", "pipe", "inherit"] });
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
    await call(client.check, checkRequest(-1));
    const firstMs = performance.now() - start;
    const startCpuMs = cpuMs(child.pid);
    for (let i = 0; i < OBJECTS; i++) {
      await call(client.check, checkRequest(i));
      await call(client.diff, diffRequest(i));
    }
    const cost = { firstMs, startCpuMs, cpuMs: cpuMs(child.pid) - startCpuMs };
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
const checkRequest = (i: number) =>
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

function diffRequest(i: number): pb.DiffRequest {
  const id = `ipp_${i}`;
  const outputs = { uri: `${BASE_URL}/ip_policies/${id}`, createdAt: "2026-01-01T00:00:00Z", adopted: null };
  const state = struct({ ...inputsOf(i), ...outputs, [FINGERPRINT]: account });
  return new pb.DiffRequest()
    .setUrn(urnOf(i))
    .setId(id)
    .setOlds(state)
    .setNews(struct(inputsOf(i)))
    .setOldInputs(struct(inputsOf(i)));
}

/** Returns a process's processor time in steps of ten milliseconds; NaN on systems without /proc. */
function cpuMs(pid: number | undefined): number {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(11, 13).map(Number) as [number, number];
    return (user + system) * 10;
  } catch {
    return Number.NaN;
  }
}
