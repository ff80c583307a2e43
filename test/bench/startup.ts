import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ProgramFiles, repository, type Workspace } from "../support/engine";
import { type Program, plainWorkspace, programFiles } from "./contender";
import { median } from "./suite";

export interface StartupResult {
  /** Milliseconds to import the engine's SDK, and this package after it. */
  imports: { engineSdk: number; ours: number };
  /** Milliseconds of the provider's first check, without and with NODE_COMPILE_CACHE. */
  provider: { cold: number; cached: number };
  /** Milliseconds to preview an empty program, and programs with one new object. */
  previews: Record<"empty" | Exclude<Program, "plain">, number>;
  /** Milliseconds to preview one object, by the program's language and setup. */
  setups: { what: string; milliseconds: number }[];
}

const IMPORTS = `
const start = performance.now();
require("@pulumi/pulumi");
const between = performance.now();
require("pulumi-tunnel-edge");
console.log(JSON.stringify([between - start, performance.now() - between]));`;

const FIRST_CHECK = `
require("@pulumi/pulumi");
const values = { "tunnel-edge:baseUrl": "http://127.0.0.1:1", "tunnel-edge:apiToken": "benchmark" };
const start = performance.now();
const provider = require("pulumi-tunnel-edge/host").provider("IpPolicy");
provider.configure({ config: { get: (key) => values[key] } });
provider.check({}, { description: "one" }).then(() => console.log(JSON.stringify([performance.now() - start])));`;

const TYPESCRIPT = `
import * as edge from "pulumi-tunnel-edge";

export const policy: edge.IpPolicy = new edge.IpPolicy("policy", { description: "Benchmark policy" });
`;

const JAVASCRIPT = `
const edge = require("pulumi-tunnel-edge");

exports.policy = new edge.IpPolicy("policy", { description: "Benchmark policy" });
`;

const WITHOUT_COMPILER = JSON.stringify({
  name: "tunnel-edge-test",
  runtime: { name: "nodejs", options: { typescript: false } },
});

export interface Setup {
  what: string;
  program: ProgramFiles;
  cached: boolean;
}

export const SETUPS: readonly Setup[] = [
  {
    what: "TypeScript, compiled by the engine at each start",
    program: { "index.ts": TYPESCRIPT },
    cached: false,
  },
  { what: "TypeScript, with `NODE_COMPILE_CACHE`", program: { "index.ts": TYPESCRIPT }, cached: true },
  { what: "JavaScript (compiled before)", program: { "index.js": JAVASCRIPT }, cached: false },
  { what: "JavaScript, with `NODE_COMPILE_CACHE`", program: { "index.js": JAVASCRIPT }, cached: true },
  {
    what: "JavaScript, with `NODE_COMPILE_CACHE` and `typescript: false` in Pulumi.yaml",
    program: { "index.js": JAVASCRIPT, "Pulumi.yaml": WITHOUT_COMPILER },
    cached: true,
  },
];

/**
 * @param rounds - Number of rounds of the previews that have a target; other previews run half as often.
 * @param setups - Ways to write and start a program.
 */
export async function measureStartup(
  rounds: number,
  setups: readonly Setup[],
  log: (line: string) => void,
): Promise<StartupResult> {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-cache-"));
  const cache = (name: string) => ({ NODE_COMPILE_CACHE: join(folder, name) });
  try {
    log("startup of the SDK and the provider");
    const [engineSdk = Number.NaN, ours = Number.NaN] = await measureTimes(IMPORTS, rounds + 2);
    const [cold = Number.NaN] = await measureTimes(FIRST_CHECK, rounds + 2);
    await measureTimes(FIRST_CHECK, 1, cache("provider"));
    const [cached = Number.NaN] = await measureTimes(FIRST_CHECK, rounds + 2, cache("provider"));
    log("previews of one object");
    const [empty = Number.NaN, nullPreview = Number.NaN, dynamic = Number.NaN, native = Number.NaN] =
      await measurePreviews(
        (["empty", "null", "ours", "native"] as const).map((name) => ({
          program: programFiles(name),
          nativeProvider: name === "native",
          env: { BENCH_OBJECTS: "1", BENCH_LATENCY_MS: "0", ...cache(`previews-${name}`) },
        })),
        rounds,
      );
    log("previews of one object, by setup");
    const bySetup = await measurePreviews(
      setups.map(({ program, cached: isCached }, i) => ({
        program,
        env: isCached ? cache(`setup-${i}`) : { NODE_DISABLE_COMPILE_CACHE: "1" },
      })),
      Math.ceil(rounds / 2),
    );
    return {
      imports: { engineSdk, ours },
      provider: { cold, cached },
      previews: { empty, null: nullPreview, ours: dynamic, native },
      setups: setups.map(({ what }, i) => ({ what, milliseconds: bySetup[i] ?? Number.NaN })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the medians of the times that a script prints as a JSON list, with a new process for each round. */
async function measureTimes(
  script: string,
  rounds: number,
  env: Record<string, string> = {},
): Promise<number[]> {
  const { PATH = "" } = process.env;
  const timesByRound: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    const options = { cwd: repository, env: { PATH, ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], options);
    timesByRound.push(JSON.parse(stdout) as number[]);
  }
  return (timesByRound[0] ?? []).map((_, i) => median(timesByRound.map((times) => times[i] ?? Number.NaN)));
}

/**
 * Times interleaved previews, so temporary load affects them equally. The first round only fills caches. Each program has
 * its own cache, because processes with other V8 flags would replace its entries.
 */
async function measurePreviews(
  programs: readonly { program: ProgramFiles; env: Record<string, string>; nativeProvider?: boolean }[],
  rounds: number,
): Promise<number[]> {
  const config = { "tunnel-edge:baseUrl": "http://127.0.0.1:1", "tunnel-edge:apiToken": "benchmark" };
  const workspaces: Workspace[] = [];
  try {
    for (const options of programs) workspaces.push(await plainWorkspace({ ...options, config }));
    const times = workspaces.map((): number[] => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [i, workspace] of workspaces.entries()) {
        const start = performance.now();
        await workspace.preview({ mustSucceed: true });
        if (round > 0) times[i]?.push(performance.now() - start);
      }
    }
    return times.map(median);
  } finally {
    for (const workspace of workspaces) workspace.remove();
  }
}
