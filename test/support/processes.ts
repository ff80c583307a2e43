import { readdirSync, readFileSync } from "node:fs";

/** Signals a process, or with a negative id a process group; one that is gone already is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * The processes whose environment holds a text. The engine starts its plugins in process groups of their own, and they
 * outlive an engine that is killed; what they have inherited still tells whose they are. Empty on systems without
 * /proc: there only the engine's own group can be reached.
 */
export function processesWithEnvironment(text: string): number[] {
  return listProcesses().filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`, "utf8").includes(text);
    } catch {
      // Gone meanwhile, or somebody else's.
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
