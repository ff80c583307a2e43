import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { enginePath, repository } from "./engine";
import { type CommandResult, collectOutput } from "./processes";

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Seconds until the command is killed; 600 by default. */
  readonly timeoutSeconds?: number;
}

/** Runs the compiled `tunnel-edge` with the engine on PATH. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(repository, "dist", "cli", "main.js"), ...args], {
    cwd: options.cwd ?? repository,
    env: {
      PATH: enginePath(),
      PULUMI_HOME: join(repository, ".engine", "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      NODE_COMPILE_CACHE: join(repository, ".engine", "compile-cache"),
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: (options.timeoutSeconds ?? 600) * 1000,
  });
  return collectOutput(child);
}

export const accountEnvironment = ({ url, token }: Emulator) => ({
  TUNNEL_EDGE_BASE_URL: url,
  TUNNEL_EDGE_API_TOKEN: token,
});

export const readFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
