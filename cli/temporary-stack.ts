import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageFolder, pluginName, pluginPath } from "../provider/manifest";
import { withTemporaryErrors, withTemporaryFolder } from "./common";
import { type CommandResult, EngineError, lastLines, runPulumi } from "./pulumi";

/** A program in a temporary folder, with its own stack and state. */
export interface TemporaryStack {
  /** Private folder for files next to the program. */
  readonly root: string;
  /** Runs `pulumi` in the program's folder, with further environment variables. */
  pulumi(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CommandResult>;
  /** Creates and selects another stack with the same configuration and an empty state. */
  createStack(stack: string): Promise<void>;
}

const STACK = "throw-away";

/**
 * Runs a task with a program that can't change anything: it has no account, and only its own state. The program uses
 * this process's engine, package, and SDK. An interrupted process ends only after everything is removed.
 *
 * @param program - Its files, plain configuration by full key, and environment (by default, that of this process).
 * @throws EngineError if there is no engine.
 */
export async function withTemporaryStack<T>(
  program: { files: Record<string, string>; configuration?: Record<string, string>; env?: NodeJS.ProcessEnv },
  task: (stack: TemporaryStack) => Promise<T>,
): Promise<T> {
  const { files, configuration = {}, env: callerEnv = process.env } = program;
  return withTemporaryFolder("tunnel-edge-", async (root, signal) => {
    const folder = join(root, "program");
    withTemporaryErrors(() => {
      for (const name of ["program", "state"]) mkdirSync(join(root, name));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      linkPackages(folder);
    });
    const env = {
      ...callerEnv,
      // A preview doesn't send requests to the account; this address makes sure of it.
      TUNNEL_EDGE_BASE_URL: "http://127.0.0.1:9",
      TUNNEL_EDGE_API_TOKEN: "none",
      TUNNEL_EDGE_JOURNAL_DIR: "off",
      PULUMI_BACKEND_URL: `file://${join(root, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "thrown away",
      PULUMI_CONFIG_PASSPHRASE_FILE: undefined,
      PULUMI_STACK: undefined,
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      // An interrupted command is never resumed, so the engine doesn't need to write the state after each step.
      PULUMI_SKIP_CHECKPOINTS: "true",
    };
    const pulumi = (args: readonly string[], extraEnv: NodeJS.ProcessEnv = {}) =>
      runPulumi(args, { cwd: folder, signal, env: { ...env, ...extraEnv } });
    const createStack = async (stack: string) => {
      const settings = JSON.stringify({ config: configuration });
      withTemporaryErrors(() => writeFileSync(join(folder, `Pulumi.${stack}.yaml`), settings));
      const created = await pulumi(["stack", "init", stack]);
      if (created.code !== 0)
        throw new EngineError(`cannot create a local state: ${lastLines(created.stderr)}`);
    };
    await createStack(STACK);
    return await task({ root, pulumi, createStack });
  });
}

function linkPackages(folder: string): void {
  const packages = join(folder, "node_modules");
  const link = (name: string, target: string) => {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(target, join(packages, name), "dir");
  };
  link("pulumi-tunnel-edge", packageFolder);
  link("@pulumi/pulumi", dirname(require.resolve("@pulumi/pulumi/package.json")));
  // npm's location for the executables of a program's packages.
  mkdirSync(join(packages, ".bin"), { recursive: true });
  symlinkSync(pluginPath, join(packages, ".bin", pluginName));
  // With these, the engine also checks types; a user's machine may not have them.
  for (const name of ["typescript", "@types/node"]) {
    try {
      link(name, dirname(require.resolve(`${name}/package.json`, { paths: [__dirname, process.cwd()] })));
    } catch {
      // Not installed.
    }
  }
}
