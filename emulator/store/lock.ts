import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFile } from "./whole-file";

/** Locks that this process holds: a lock with its own process id that is not among them was left by a dead one. */
const locked = new Set<string>();

/** Another emulator that runs has the file. */
export class FileInUse extends Error {
  constructor(
    readonly processId: number,
    /** The file that says so. */
    readonly lock: string,
  ) {
    super(`in use by process ${processId}`);
    this.name = "FileInUse";
  }
}

/**
 * Keeps other emulators from a file, by a file beside it with the process id. The lock of a process that was killed is
 * taken over.
 *
 * @returns what releases the lock
 * @throws FileInUse
 */
export function lockFile(file: string): () => void {
  const lock = `${resolve(file)}.lock`;
  mkdirSync(dirname(lock), { recursive: true });
  while (!isMade(() => makeFile(lock, `${process.pid}\n`))) {
    const owner = ownerOf(lock);
    if (owner !== undefined && isRunning(owner, lock)) throw new FileInUse(owner, lock);
    rmSync(lock, { force: true });
  }
  locked.add(lock);
  return () => {
    locked.delete(lock);
    rmSync(lock, { force: true });
  };
}

function isMade(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** The process id in a lock; undefined when it holds none, or has just gone. */
function ownerOf(lock: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(lock, "utf8"), 10) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isRunning(processId: number, lock: string): boolean {
  if (processId === process.pid) return locked.has(lock);
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It runs, as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
