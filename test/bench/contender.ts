import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import {
  createWorkspace,
  type ExportedResource,
  type OperationResult,
  type ProgramFiles,
  repository,
  type Workspace,
  type WorkspaceOptions,
} from "../support/engine";
import { PeakMemory } from "./memory";

/**
 * `null`: a provider that only waits. `ours`, `native`: this package's dynamic and native providers. `plain`: a dynamic
 * provider written as in Pulumi's documentation. `terraform`: Terraform, if it is installed.
 */
export const contenders = ["null", "ours", "native", "plain", "terraform"] as const;
export type Contender = (typeof contenders)[number];
export type Program = Exclude<Contender, "terraform">;

/** The timed operations, in order of execution. */
export const phases = ["create", "preview", "refresh", "up --refresh", "update", "destroy"] as const;
export type Phase = (typeof phases)[number];

export interface Measurement {
  /** Wall time of the whole command. */
  seconds: number;
  /** Requests that reached the API; the null provider sends none. */
  requests: number;
  /** Peak resident memory of the provider process in MB; undefined if the system doesn't report it. */
  providerMb: number | undefined;
}

export interface BedOptions {
  objects: number;
  latencyMs: number;
  env?: Record<string, string>;
  args?: string[];
}

/** Content of a file in `programs/`. */
const programText = (name: string) => readFileSync(join(__dirname, "programs", name), "utf8");

/** Returns the files of a contender's program, in plain JavaScript to exclude the compiler. */
export function programFiles(name: Program | "empty"): ProgramFiles {
  return {
    "index.js": programText(`${name}.js`),
    "policies.js": programText("policies.js"),
    "null-provider.cjs": programText("null-provider.cjs"),
  };
}

const TIMEOUT_SECONDS = 1800;

/** Creates a workspace with a user's environment, without the settings that speed up the engine tests. */
export const plainWorkspace = (options: WorkspaceOptions): Promise<Workspace> =>
  createWorkspace({
    ...options,
    bareEnvironment: true,
    env: {
      HOME: tmpdir(),
      PULUMI_HOME: join(repository, ".engine", "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      ...options.env,
    },
  });

/** A contender with its program, state, and API, ready to run operations. */
export interface Contestant {
  readonly contender: Contender;
  /** Runs and times an operation. @throws Error unless it had the expected effect */
  run(phase: Phase): Promise<Measurement>;
  stateBytes(): Promise<StateBytes>;
  close(): Promise<void>;
}

/** A Pulumi program with a stack and, except for the null provider, an emulated API. */
export class TestBed implements Contestant {
  private constructor(
    readonly contender: Program,
    readonly workspace: Workspace,
    readonly emulator: Emulator | undefined,
    private readonly options: BedOptions,
  ) {}

  static async make(contender: Program, options: BedOptions): Promise<TestBed> {
    const { objects, latencyMs } = options;
    const emulator =
      contender === "null" ? undefined : await startEmulator({ latencyMs, token: "benchmark" });
    try {
      const workspace = await plainWorkspace({
        program: programFiles(contender),
        config: {
          "tunnel-edge:baseUrl": emulator?.url ?? "http://127.0.0.1:1",
          "tunnel-edge:apiToken": "benchmark",
        },
        nativeProvider: contender === "native",
        env: {
          NODE_COMPILE_CACHE: join(repository, ".engine", `compile-cache-${contender}`),
          BENCH_OBJECTS: String(objects),
          BENCH_LATENCY_MS: String(latencyMs),
          ...options.env,
        },
      });
      return new TestBed(contender, workspace, emulator, options);
    } catch (error) {
      await emulator?.close();
      throw error;
    }
  }

  async run(phase: Phase): Promise<Measurement> {
    const before = this.requests;
    const memory = new PeakMemory(this.workspace.root);
    const start = performance.now();
    const result = await this.operation(phase).finally(() => memory.stop());
    const seconds = (performance.now() - start) / 1000;
    const expected = { create: this.options.objects, preview: 0, refresh: 0, "up --refresh": 0, update: 1 };
    if (phase !== "destroy" && result.changes.length !== expected[phase]) {
      throw new Error(
        `${phase} of ${this.contender} made ${result.changes.length} changes: ${result.stdout}`,
      );
    }
    return { seconds, requests: this.requests - before, providerMb: memory.peakMb };
  }

  private get requests(): number {
    return this.emulator?.requests().length ?? 0;
  }

  private operation(phase: Phase): Promise<OperationResult> {
    const { args = [] } = this.options;
    const options = { mustSucceed: true, timeoutSeconds: TIMEOUT_SECONDS, args };
    if (phase === "preview") return this.workspace.preview(options);
    if (phase === "destroy") return this.workspace.destroy(options);
    if (phase === "refresh") return this.workspace.refresh(options);
    if (phase === "up --refresh") return this.workspace.up({ ...options, args: [...args, "--refresh"] });
    const env: Record<string, string> = phase === "update" ? { BENCH_CHANGED: "yes" } : {};
    return this.workspace.up({ ...options, env });
  }

  async stateBytes(): Promise<StateBytes> {
    const { resources } = this.workspace.exportStack();
    const { sourcePosition, stackTrace, ...own }: Partial<ExportedResource> = resources.at(-1) ?? {};
    const all = { ...own, sourcePosition, stackTrace };
    return { all: JSON.stringify(all).length, own: JSON.stringify(own).length };
  }

  async close(): Promise<void> {
    this.workspace.remove();
    await this.emulator?.close();
  }
}

/** Size of the last object in the exported state. */
export interface StateBytes {
  all: number;
  /** Without the engine's stack traces. */
  own: number;
}
