import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { attempt } from "../../family/attempt";

export interface ProcessIdentity {
  readonly machine: string;
  readonly pid: number;
  /** Start time in the system's own units, because process ids are reused. Empty if unknown. */
  readonly started: string;
}

export function identityOf(pid: number): ProcessIdentity {
  return { machine: hostname(), pid, started: statusOf(pid)?.started ?? "" };
}

export function isRunning({ pid, started }: Omit<ProcessIdentity, "machine">): boolean {
  const status = statusOf(pid);
  if (status) return !status.hasEnded && status.started === started;
  try {
    process.kill(pid, 0);
    return started === "";
  } catch (error) {
    return started === "" && (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Reads proc_pid_stat(5) on Linux. Undefined on other systems, and if there is no such process. */
function statusOf(pid: number): { started: string; hasEnded: boolean } | undefined {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (text === undefined) return undefined;
  // The name, in parentheses, may contain any characters. The state follows it; the start time is the 20th field from there.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { started: fields[19] ?? "", hasEnded: fields[0] === "Z" };
}
