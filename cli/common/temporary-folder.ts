import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainingFailure } from "./files";

const INTERRUPTIONS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a task that writes to the temporary folder; an error of the file system then says what to do. */
export const explainingTemporary = <T>(write: () => T): T =>
  explainingFailure(tmpdir(), write, "free space there, or name another folder in TMPDIR");

/**
 * Gives a task a folder that nobody else can read and that is removed afterwards, even when a signal interrupts this
 * process: the process then ends by that signal, once the task has released the folder.
 *
 * @param task - Its signal is aborted when the process is interrupted; everything it has started must end then.
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
  const folder = explainingTemporary(() => mkdtempSync(join(tmpdir(), prefix)));
  try {
    return await task(folder, interruption.signal);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    for (const signal of INTERRUPTIONS) process.off(signal, interrupt);
    if (interruptedBy !== undefined) process.kill(process.pid, interruptedBy);
  }
}
