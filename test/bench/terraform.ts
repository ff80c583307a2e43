import { execFile } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../emulator";
import type { BedOptions, Contestant, Measurement, Phase, StateBytes } from "./contender";
import { PeakMemory } from "./memory";

/** Environment variables with the paths of Terraform and its ngrok provider. */
const TERRAFORM = "BENCH_TERRAFORM";
const TERRAFORM_PROVIDER = "BENCH_TERRAFORM_PROVIDER";

/** Returns why Terraform isn't measured; undefined if it is. */
export function whyNoTerraform(env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const name of [TERRAFORM, TERRAFORM_PROVIDER]) {
    const path = env[name];
    if (!path) return `${name} is not set`;
    try {
      accessSync(path, constants.X_OK);
    } catch {
      return `${name}: ${path} cannot be run`;
    }
  }
  return undefined;
}

const PROGRAM = `
terraform {
  required_providers {
    ngrok = { source = "ngrok/ngrok" }
  }
}

provider "ngrok" {}

variable "objects" { type = number }
variable "changed" { type = bool }

resource "ngrok_ip_policy" "policy" {
  count       = var.objects
  description = format("Benchmark policy %05d", count.index)
  # The trailing space keeps the length, so that both states have the same size.
  metadata    = var.changed && count.index == var.objects - 1 ? "edited by the benchmark " : "created by the benchmark"
}
`;

const COMMANDS: Readonly<Record<Phase, readonly string[]>> = {
  create: ["apply", "-auto-approve"],
  preview: ["plan"],
  refresh: ["apply", "-refresh-only", "-auto-approve"],
  // Terraform refreshes before each change.
  "up --refresh": ["apply", "-auto-approve"],
  update: ["apply", "-auto-approve"],
  destroy: ["destroy", "-auto-approve"],
};

/** Returns the number of changes of a kind that a command reports. */
const countChanges = (output: string, kind: string) =>
  Number(new RegExp(`Resources: .*?\\b(\\d+) ${kind}`).exec(output)?.[1] ?? 0);

/** Terraform with its state and an emulated API. */
export class TerraformBed implements Contestant {
  readonly contender = "terraform";

  private constructor(
    private readonly folder: string,
    private readonly emulator: Emulator,
    private readonly options: BedOptions,
  ) {}

  static async make(options: BedOptions): Promise<TerraformBed> {
    const emulator = await startEmulator({ latencyMs: options.latencyMs, token: "benchmark" });
    const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-terraform-"));
    const provider = dirname(process.env[TERRAFORM_PROVIDER] ?? "");
    writeFileSync(join(folder, "main.tf"), PROGRAM);
    writeFileSync(
      join(folder, "cli.tfrc"),
      `provider_installation {\n  dev_overrides { "ngrok/ngrok" = ${JSON.stringify(provider)} }\n  direct {}\n}\n`,
    );
    return new TerraformBed(folder, emulator, options);
  }

  async run(phase: Phase): Promise<Measurement> {
    const before = this.emulator.requests().length;
    const memory = new PeakMemory(this.folder);
    const start = performance.now();
    const { stdout } = await promisify(execFile)(
      process.env[TERRAFORM] ?? "",
      [...COMMANDS[phase], "-no-color", "-input=false"],
      { cwd: this.folder, env: this.environment(phase), maxBuffer: 2 ** 30 },
    ).finally(() => memory.stop());
    const seconds = (performance.now() - start) / 1000;
    const { objects } = this.options;
    const expected = { create: [objects, 0, 0], update: [0, 1, 0], destroy: [0, 0, objects] };
    const expectedCounts = phase in expected ? expected[phase as keyof typeof expected] : [0, 0, 0];
    const counts = ["added", "changed", "destroyed"].map((kind) => countChanges(stdout, kind));
    if (counts.join() !== expectedCounts.join())
      throw new Error(`${phase} of Terraform made ${counts.join(", ")} changes: ${stdout.slice(-2000)}`);
    const requests = this.emulator.requests().length - before;
    return { seconds, requests, providerMb: memory.peakMb };
  }

  async stateBytes(): Promise<StateBytes> {
    const state = JSON.parse(readFileSync(join(this.folder, "terraform.tfstate"), "utf8")) as {
      resources?: { instances?: unknown[] }[];
    };
    const bytes = JSON.stringify(state.resources?.[0]?.instances?.at(-1) ?? {}).length;
    return { all: bytes, own: bytes };
  }

  async close(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await this.emulator.close();
  }

  private environment(phase: Phase): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      CHECKPOINT_DISABLE: "1",
      TF_CLI_CONFIG_FILE: join(this.folder, "cli.tfrc"),
      TF_VAR_objects: String(this.options.objects),
      TF_VAR_changed: String(phase === "update"),
      NGROK_API_KEY: "benchmark",
      NGROK_API_BASE_URL: this.emulator.url,
    };
  }
}
