import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { LocalWorkspace, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import { vi } from "vitest";
import type { Emulator } from "../../emulator";
import { accountEnvironment } from "./cli";
import { enginePath, repository } from "./engine";

/** Stacks of inline programs, run with the Automation API. */
export class InlineStacks {
  private readonly root = mkdtempSync(join(tmpdir(), "tunnel-edge-"));

  constructor(
    private readonly project: string,
    private readonly emulator: Emulator,
  ) {
    for (const folder of ["state", "work", "plugin"]) mkdirSync(join(this.root, folder));
    // The provider's process resolves the package from the program's folder.
    symlinkSync(join(repository, "node_modules"), join(this.root, "work", "node_modules"));
    const executable = join(repository, "dist", "provider", "engine", "native", "main.js");
    symlinkSync(executable, join(this.root, "plugin", "pulumi-resource-tunnel-edge"));
    vi.stubEnv("PATH", [join(this.root, "plugin"), enginePath()].join(delimiter));
  }

  create(stackName: string, program: PulumiFn = async () => undefined): Promise<Stack> {
    return LocalWorkspace.createStack(
      { stackName, projectName: this.project, program },
      {
        workDir: join(this.root, "work"),
        pulumiHome: join(repository, ".engine", "home"),
        projectSettings: {
          name: this.project,
          runtime: "nodejs",
          backend: { url: `file://${join(this.root, "state")}` },
        },
        envVars: {
          PULUMI_CONFIG_PASSPHRASE: "test",
          PULUMI_SKIP_UPDATE_CHECK: "true",
          PULUMI_SKIP_CHECKPOINTS: "true",
          NODE_COMPILE_CACHE: join(repository, ".engine", "compile-cache"),
          GOGC: "off",
          PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
          TUNNEL_EDGE_JOURNAL_DIR: join(this.root, "journal"),
          ...accountEnvironment(this.emulator),
        },
      },
    );
  }

  stateOf(stackName: string): string {
    return readFileSync(join(this.root, "state/.pulumi/stacks", this.project, `${stackName}.json`), "utf8");
  }

  remove(): void {
    vi.unstubAllEnvs();
    rmSync(this.root, { recursive: true, force: true });
  }
}
