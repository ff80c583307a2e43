import { lstatSync, readFileSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DataFileError, withDataFileErrors } from "./data-file-error";
import { createFile, createFolder } from "./whole-file";

/** Locks of this process. Any other lock with its process id is left over from a dead process. */
const locked = new Set<string>();

/**
 * Locks a file against other emulators, with a lock file that holds the process id. The lock of a killed process is
 * ignored.
 *
 * @returns a function that releases the lock
 * @throws DataFileError
 */
export function lockFile(file: string): () => void {
  const lock = `${resolve(file)}.lock`;
  withDataFileErrors(file, "cannot be locked", () => {
    createFolder(dirname(lock));
    if (lstatSync(lock, { throwIfNoEntry: false })?.isFile() === false)
      throw new DataFileError(file, "cannot be locked", `Remove ${lock}, which is not a file.`);
    while (!tryCreate(lock)) {
      const owner = readOwner(lock);
      if (owner !== undefined && isRunning(owner, lock))
        throw new DataFileError(
          file,
          `is in use by process ${owner}`,
          `End that emulator, or choose another file. If the process is not an emulator, delete ${lock}.`,
        );
      rmSync(lock, { force: true });
    }
  });
  locked.add(lock);
  return () => {
    locked.delete(lock);
    rmSync(lock, { force: true });
  };
}

/** Creates a lock. Returns false if it exists. */
function tryCreate(lock: string): boolean {
  try {
    createFile(lock, `${process.pid}\n`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** The process id in a lock; undefined if it contains none, or was just deleted. */
function readOwner(lock: string): number | undefined {
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
    // On Linux, a process that has ended keeps its id until its parent waits for it.
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${processId}/stat`, "latin1"));
  } catch (error) {
    // EPERM: the process exists and belongs to another user. ENOENT: this system has no /proc.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
