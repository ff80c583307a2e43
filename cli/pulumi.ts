import { spawn } from "node:child_process";

export interface CommandOptions {
  /** Folder of the program. */
  readonly cwd?: string;
  /** Environment; that of this process by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** Seconds until the command is stopped; none by default. */
  readonly timeoutSeconds?: number;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What to do where the engine is missing. */
export const INSTALL_ENGINE = "install it: https://www.pulumi.com/docs/install/";

/** The engine's command line cannot be used. */
export class EngineError extends Error {
  override readonly name = "EngineError";
}

/**
 * Runs `pulumi` without questions and colours.
 *
 * @throws EngineError when it is not installed.
 */
export function runPulumi(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { cwd, env = process.env, timeoutSeconds } = options;
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", ["--non-interactive", "--color", "never", ...args], {
      cwd,
      env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // The option of spawn would hold this process up when the command cannot be started at all.
    if (timeoutSeconds !== undefined) setTimeout(() => child.kill(), timeoutSeconds * 1000).unref();
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? `is not on the PATH: ${INSTALL_ENGINE}` : error.message;
      reject(new EngineError(`pulumi ${why}`));
    });
    child.once("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

/**
 * Runs `pulumi` and gives back what it printed.
 *
 * @throws EngineError with what it said, when it fails.
 */
export async function pulumiOutput(args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runPulumi(args, options);
  if (code === 0) return stdout;
  const said = (stderr.trim() || stdout.trim()).split("\n").slice(-10).join("\n");
  throw new EngineError(`\`pulumi ${args.slice(0, 2).join(" ")}\` failed: ${said}`);
}
