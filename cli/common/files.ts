import { randomBytes } from "node:crypto";
import { closeSync, constants, lstatSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError } from "./exit";

/**
 * Writes a file that the caller asked for, whole or not at all. An existing file of that name is replaced; devices and
 * pipes are only written to.
 *
 * @param mode - File permissions; by default those of the file that is replaced.
 * @throws CommandError for a symbolic link, which may lead to any file of the user who runs the command.
 */
export function writeOwnFile(file: string, text: string, mode?: number): void {
  explainingFailure(file, () => {
    refuseSymbolicLink(file);
    writeWhole(file, text, mode);
  });
}

function writeWhole(file: string, text: string, mode?: number): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    // Opening a pipe that nobody reads fails with this flag; otherwise it would wait. Without it, writes wait for the reader.
    const probe = openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const device = openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW);
    closeSync(probe);
    try {
      writeFileSync(device, text);
    } finally {
      closeSync(device);
    }
    return;
  }
  const temporary = join(dirname(file), `.tunnel-edge.${randomBytes(8).toString("hex")}`);
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: mode ?? (found ? found.mode & 0o777 : 0o666) });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Runs a task on a path; an error of the file system then says which path it is about and what to do. */
export function explainingFailure<T>(
  path: string,
  write: () => T,
  remedy = "name another place, or free space and permit writing there",
): T {
  try {
    return write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(`${path} cannot be written (${code}): ${remedy}`);
  }
}

/** @throws CommandError when a path is a symbolic link, wherever it leads */
export function refuseSymbolicLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new CommandError(
      `${path} is a symbolic link, which is not followed: name what it leads to, or remove it`,
    );
}
