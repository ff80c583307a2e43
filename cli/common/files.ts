import { randomBytes } from "node:crypto";
import {
  createReadStream,
  existsSync,
  lstatSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "./exit";

/**
 * Writes a file that the user asked for, completely or not at all. Replaces an existing file.
 *
 * @param mode - File permissions; those of the replaced file by default.
 * @throws CommandError for a symbolic link, which may lead to any file of the user, and for a device or a pipe.
 */
export function writeUserFile(file: string, text: string, mode?: number): void {
  withWriteErrors(file, () => {
    refuseSymbolicLink(file);
    const existing = lstatSync(file, { throwIfNoEntry: false });
    if (existing && !existing.isFile())
      throw new CommandError(`${file} cannot be written (it is not a file): choose another location`);
    const temporary = join(dirname(file), `.tunnel-edge.${randomBytes(8).toString("hex")}`);
    const permissions = mode ?? (existing ? existing.mode & 0o777 : 0o666);
    try {
      writeFileSync(temporary, text, { flag: "wx", mode: permissions });
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** Converts errors of the file system into messages that name the path and what to do. */
export function withWriteErrors<T>(
  path: string,
  write: () => T,
  remedy = "choose another location, free some space, or make it writable",
): T {
  try {
    return write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(`${path} cannot be written (${code}): ${remedy}`);
  }
}

/** @throws CommandError if a path is a symbolic link, wherever it leads */
export function refuseSymbolicLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new CommandError(
      `${path} is a symbolic link, which is not followed: name its target, or remove it`,
    );
}

/** Identifies a file regardless of its name, including links. */
export function identityOf(file: string): string {
  if (!existsSync(file)) return resolve(file);
  const { dev, ino } = statSync(file);
  return `${dev} ${ino}`;
}

/** Calls a function with a folder and each folder above it, until it returns a result. */
export function findUp<T>(folder: string, find: (folder: string) => T | undefined): T | undefined {
  const result = find(folder);
  const parent = dirname(folder);
  return result !== undefined || parent === folder ? result : findUp(parent, find);
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  ERR_ENCODING_INVALID_ENCODED_DATA: "it is not UTF-8 text",
};

/**
 * Reads a file in UTF-8 or, for `-`, standard input.
 *
 * @param advice - Completes the error about a file that is too large.
 * @throws CommandError if it can't be read, isn't text, or is too large.
 */
export async function readTextFile(source: string, maxBytes = Infinity, advice = ""): Promise<string> {
  const name = source === "-" ? "standard input" : source;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source === "-" ? process.stdin : createReadStream(source)) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > maxBytes) throw new CommandError(`${name} is larger than ${maxBytes} bytes: ${advice}`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new CommandError(`${name} cannot be read: ${READ_ERRORS[code] ?? message}`, undefined, { cause });
  }
}
