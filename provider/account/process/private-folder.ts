import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { attempt } from "../../family/attempt";

/** Rejects symbolic links, and doesn't block on a pipe. Windows lacks these flags. */
const SAFE_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const READ = constants.O_RDONLY | SAFE_FLAGS;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | SAFE_FLAGS;
/** Errors of file systems without hard links. */
const NO_LINK_CODES = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"];
/** Files that are being written, or that a killed process has left. */
export const TEMPORARY = /\.tmp$/;

/** Other users may have written to a folder or redirected its path. */
class UnsafeFolderError extends Error {
  override readonly name = "UnsafeFolderError";
}

/** Returns the reason why a file or folder cannot be used, without repeating its path. */
export function causeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof UnsafeFolderError || code === undefined ? error.message : `the system says ${code}`;
}

/** True if the file system takes no more data: it is full, or a quota or size limit is reached. */
export const isFull = ({ code = "" }: NodeJS.ErrnoException): boolean =>
  ["ENOSPC", "EDQUOT", "EFBIG"].includes(code);

/** Returns the folder of the engine's own files; undefined for a user without a home, as in some containers. */
export function engineHome(): string | undefined {
  return process.env.PULUMI_HOME || attempt(() => join(homedir(), ".pulumi"));
}

/** Creates a folder and its parents. The recursive option of `mkdirSync` would never return below a folder such as /proc. */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(path)) throw error;
  }
}

/**
 * A folder that only this user may write to. Rejects symbolic links and entries of other users. Files are written atomically.
 * Methods are synchronous and throw UnsafeFolderError or the system's error unless noted.
 */
export class PrivateFolder {
  /** @param base - Folder below which no part of the path may be a symbolic link. */
  constructor(
    readonly path: string,
    private readonly base = dirname(path),
  ) {}

  /** Includes temporary files of killed processes; empty if the folder doesn't exist. */
  names(): readonly string[] {
    return this.verify() ? readdirSync(this.path) : [];
  }

  /** Reads a regular file that only this user may write to; undefined for anything else. Never throws. */
  read(name: string, from = 0) {
    const path = join(this.path, name);
    // Most files don't exist, and creating an error takes longer than this check.
    if (!existsSync(path)) return undefined;
    let file: number | undefined;
    try {
      file = openSync(path, READ);
      const stats = fstatSync(file);
      if (!stats.isFile() || describeRisk(stats) !== undefined) return undefined;
      const data = Buffer.alloc(Math.max(0, stats.size - from));
      const length = readSync(file, data, 0, data.length, from);
      return { data: data.subarray(0, length), changedAt: stats.mtimeMs };
    } catch {
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  statusOf(name: string): Stats | undefined {
    return lstatSync(join(this.path, name), { throwIfNoEntry: false });
  }

  /** Creates the file unless it exists, and returns its descriptor. */
  openToAppend(name: string): number {
    this.prepare();
    const file = openSync(join(this.path, name), APPEND, 0o600);
    const stats = fstatSync(file);
    const risk = stats.isFile() ? describeRisk(stats) : `${name} is not a file`;
    if (risk === undefined) return file;
    closeSync(file);
    throw new UnsafeFolderError(risk);
  }

  write(name: string, data: string | Buffer): void {
    this.writeAtomically(name, data, renameSync);
  }

  /** Writes a file unless it exists: the first writer wins. */
  create(name: string, data: string | Buffer): void {
    this.writeAtomically(name, data, (temporary, file) => {
      try {
        linkSync(temporary, file);
      } catch (error) {
        const { code = "" } = error as NodeJS.ErrnoException;
        if (NO_LINK_CODES.includes(code)) renameSync(temporary, file);
        else if (code !== "EEXIST") throw error;
      }
    });
  }

  /** Removes matching files that are older than a time, and the oldest ones beyond a maximum number. Never throws. */
  prune(pattern: RegExp, maxFiles: number, oldest = 0): void {
    try {
      const files = this.names()
        .filter((name) => pattern.test(name))
        .map((name) => ({ name, changedAt: this.statusOf(name)?.mtimeMs ?? 0 }))
        .sort((a, b) => b.changedAt - a.changedAt);
      for (const [i, { name, changedAt }] of files.entries())
        if (changedAt < oldest || i >= maxFiles) this.remove(name);
    } catch {}
  }

  /** Never throws. */
  remove(name: string): void {
    attempt(() => unlinkSync(join(this.path, name)));
  }

  private writeAtomically(
    name: string,
    data: string | Buffer,
    moveTo: (temporary: string, file: string) => void,
  ): void {
    this.prepare();
    const temporary = join(this.path, `${name}.${randomBytes(6).toString("hex")}.tmp`);
    try {
      writeFileSync(temporary, data, { mode: 0o600, flag: "wx" });
      moveTo(temporary, join(this.path, name));
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  /** Creates the folder unless it exists, accessible only to this user and ignored by git. */
  prepare(): void {
    if (this.verify()) return;
    makeFolder(this.path, 0o700);
    this.verify();
    try {
      writeFileSync(join(this.path, ".gitignore"), "*\n", { mode: 0o600 });
    } catch (error) {
      // Without that file, git would add the folder's files to version control.
      this.remove(".gitignore");
      rmdirSync(this.path);
      throw error;
    }
  }

  /** Returns false if the folder doesn't exist. Throws an UnsafeFolderError if others may have written to it. */
  private verify(): boolean {
    const stats = lstatSync(this.path, { throwIfNoEntry: false });
    if (!stats) return false;
    const real = join(realpathSync.native(this.base), relative(this.base, this.path));
    if (stats.isSymbolicLink() || realpathSync.native(this.path) !== real)
      throw new UnsafeFolderError("it is reached through a symbolic link");
    if (!stats.isDirectory()) throw new UnsafeFolderError("it is not a folder");
    const risk = describeRisk(stats);
    if (risk !== undefined) throw new UnsafeFolderError(risk);
    return true;
  }
}

/** Returns the reason why other users may have written an entry. Windows has no such owners and modes. */
function describeRisk({ uid, mode }: Stats): string | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  if (uid !== user) return `it belongs to another user (uid ${uid}, this is ${user})`;
  return mode & 0o022 ? `others may write to it (mode ${(mode & 0o777).toString(8)})` : undefined;
}
