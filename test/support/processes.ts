import type { ChildProcessByStdio } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";

export interface CommandResult {
  /** Exit code; -1 if the command was killed. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function collectOutput(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CommandResult> {
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      output[stream] += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, ...output }));
  });
}

/** Signals a process, or a process group for a negative id. Ignores processes that have already ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Returns the processes whose environment contains a string. The engine's plugins have their own process groups and
 * survive a killed engine, but inherit its environment. Empty on systems without /proc.
 */
export function processesWithEnvironment(text: string): number[] {
  return listProcesses().filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`, "utf8").includes(text);
    } catch {
      // The process has ended or belongs to another user.
      return false;
    }
  });
}

function listProcesses(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
