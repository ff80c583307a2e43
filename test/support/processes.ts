import type { ChildProcessByStdio } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";

export interface CommandResult {
  /** Exit code; -1 when the command was killed. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a process prints until it ends. */
export function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CommandResult> {
  const printed = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      printed[stream] += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, ...printed }));
  });
}

/** Signals a process, or with a negative id a process group; a process that is gone already is not an error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * The processes whose environment holds a string. The engine starts its plugins in process groups of their own, and
 * they outlive a killed engine; the inherited environment still identifies them. Empty on systems without /proc: there
 * only the engine's own group can be reached.
 */
export function processesWithEnvironment(text: string): number[] {
  return listProcesses().filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`, "utf8").includes(text);
    } catch {
      // Gone by now, or another user's.
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
