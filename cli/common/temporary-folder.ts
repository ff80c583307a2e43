import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withWriteErrors } from "./files";

const INTERRUPTIONS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a task that writes to the temporary folder, and explains errors of the file system. */
export const withTemporaryErrors = <T>(write: () => T): T =>
  withWriteErrors(tmpdir(), write, "free some space there, or set TMPDIR to another folder");

/**
 * Runs a task. If a signal interrupts this process, the process ends by that signal once the task has ended.
 *
 * @param task - Its signal is aborted when the process is interrupted; it must then end everything that it has started.
 */
export async function withInterruption<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  let interruptedBy: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    interruptedBy ??= signal;
    interruption.abort();
  };
  for (const signal of INTERRUPTIONS) process.on(signal, interrupt);
  try {
    return await task(interruption.signal);
  } finally {
    for (const signal of INTERRUPTIONS) process.off(signal, interrupt);
    if (interruptedBy !== undefined) process.kill(process.pid, interruptedBy);
  }
}

/** Runs a task, as `withInterruption` does, with a private temporary folder, which is always removed afterwards. */
export function withTemporaryFolder<T>(
  prefix: string,
  task: (folder: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withInterruption(async (signal) => {
    const folder = withTemporaryErrors(() => mkdtempSync(join(tmpdir(), prefix)));
    try {
      return await task(folder, signal);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  });
}
