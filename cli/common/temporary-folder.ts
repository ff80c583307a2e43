import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withWriteErrors } from "./files";

const INTERRUPTIONS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a task that writes to the temporary folder, and explains errors of the file system. */
export const withTemporaryErrors = <T>(write: () => T): T =>
  withWriteErrors(tmpdir(), write, "free space there, or name another folder in TMPDIR");

/**
 * Runs a task with a private temporary folder. The folder is removed afterwards, even if a signal interrupts this
 * process, which then ends by that signal once the task has released the folder.
 *
 * @param task - Its signal is aborted when the process is interrupted; it must then end everything that it has started.
 */
export async function withTemporaryFolder<T>(
  prefix: string,
  task: (folder: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interruption = new AbortController();
  let interruptedBy: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    interruptedBy ??= signal;
    interruption.abort();
  };
  for (const signal of INTERRUPTIONS) process.on(signal, interrupt);
  const folder = withTemporaryErrors(() => mkdtempSync(join(tmpdir(), prefix)));
  try {
    return await task(folder, interruption.signal);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    for (const signal of INTERRUPTIONS) process.off(signal, interrupt);
    if (interruptedBy !== undefined) process.kill(process.pid, interruptedBy);
  }
}
