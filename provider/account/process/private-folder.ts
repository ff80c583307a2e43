import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

const LARGEST_FILE = 64 * 1024;
/** Flags that Windows does not have; opening a pipe must not block. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (READ & ~constants.O_RDONLY);
/** Some file systems do not support links. */
const NO_LINKS = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"];
const TEMPORARY = /\.tmp$/;

/** A folder that others may have written to, or whose path is not what it seems. */
class UnsafeFolderError extends Error {
  override readonly name = "UnsafeFolderError";
}

/** Why a file or folder cannot be used. The system's error code is the clearest, since its messages repeat the path. */
export function causeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof UnsafeFolderError || code === undefined ? error.message : `the system says ${code}`;
}

/** True if the file system takes no more data: it is full, or a quota or size limit is reached. */
export const isFull = ({ code = "" }: NodeJS.ErrnoException): boolean =>
  ["ENOSPC", "EDQUOT", "EFBIG"].includes(code);

/**
 * Creates a folder where there is none, and its parents, one by one: below a folder that takes none, such as /proc, the
 * recursive creation of Node.js never returns.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error;
  }
}

export interface FoundFile {
  readonly data: Buffer;
  /** Ms since 1970. */
  readonly changedAt: number;
}

/** A file that is open for additions to its end. */
export interface GrowingFile {
  append(data: string): void;
  close(): void;
}

/**
 * A folder that only this user may write to, for small files with few names. Rejects or skips what others could have
 * put there: links, pipes, files of other users. Writes files atomically: no reader sees a partial file.
 *
 * All methods are synchronous and throw UnsafeFolderError or the system's error, except where noted.
 */
export class PrivateFolder {
  /** The folder when it was last found to be safe. */
  private safe: Stats | undefined;

  /** @param base - No part of the path below this may be a symbolic link. */
  constructor(
    readonly path: string,
    private readonly base = dirname(path),
  ) {}

  /** Names of all entries, including temporary files of killed processes; empty when the folder does not exist. */
  names(): readonly string[] {
    return this.found() ? readdirSync(this.path) : [];
  }

  /**
   * A regular file that only this user may write to; undefined for anything else. Never throws.
   *
   * @param largest - Bytes; a larger file was not written by this package.
   * @param from - Byte from which it is read.
   */
  read(name: string, largest = LARGEST_FILE, from = 0): FoundFile | undefined {
    const path = join(this.path, name);
    // Most files that are looked for are not there, and an error with its stack takes longer than the look.
    if (!existsSync(path)) return undefined;
    let file: number | undefined;
    try {
      file = openSync(path, READ);
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > largest || flawOf(stats) !== undefined) return undefined;
      const data = from === 0 ? readFileSync(file) : Buffer.alloc(Math.max(0, stats.size - from));
      const length = from === 0 ? data.length : readSync(file, data, 0, data.length, from);
      return { data: data.subarray(0, length), changedAt: stats.mtimeMs };
    } catch {
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** Modification time in ms since 1970; 0 when unknown. Never throws. */
  changedAt(name: string): number {
    return this.statOf(name)?.mtimeMs ?? 0;
  }

  /** Size in bytes; 0 when unknown. Never throws. */
  sizeOf(name: string): number {
    return this.statOf(name)?.size ?? 0;
  }

  private statOf(name: string): Stats | undefined {
    try {
      return lstatSync(join(this.path, name), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }

  /** Opens a file that grows, which is created where there is none. */
  opened(name: string): GrowingFile {
    this.prepare();
    const file = openSync(join(this.path, name), APPEND, 0o600);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw new UnsafeFolderError(`${name} is not a file`);
      const flaw = flawOf(stats);
      if (flaw !== undefined) throw new UnsafeFolderError(flaw);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    return { append: (data) => appendFileSync(file, data), close: () => closeSync(file) };
  }

  write(name: string, data: string | Buffer): void {
    this.viaTemporary(name, data, (temporary, file) => renameSync(temporary, file));
  }

  /** Dates a file as of now, as far as possible; false when it is not there. Never throws. */
  touch(name: string): boolean {
    try {
      const now = new Date();
      lutimesSync(join(this.path, name), now, now);
      return true;
    } catch {
      return false;
    }
  }

  /** Writes a file unless it exists: the first writer wins. */
  create(name: string, data: string | Buffer): void {
    this.viaTemporary(name, data, (temporary, file) => {
      try {
        linkSync(temporary, file);
      } catch (error) {
        const { code = "" } = error as NodeJS.ErrnoException;
        if (NO_LINKS.includes(code)) renameSync(temporary, file);
        else if (code !== "EEXIST") throw error;
      }
    });
  }

  /** Removes the oldest files with such names beyond a number, and those from before a time. Never throws. */
  prune(names: RegExp, most: number, oldest = 0): void {
    try {
      const files = this.names().filter((name) => names.test(name));
      const dated = files
        .map((name) => ({ name, at: this.changedAt(name) }))
        .sort((one, other) => other.at - one.at);
      for (const [i, { name, at }] of dated.entries()) if (at < oldest || i >= most) this.remove(name);
    } catch {}
  }

  /** Removes a file if possible. Never throws. */
  remove(name: string): void {
    try {
      unlinkSync(join(this.path, name));
    } catch {}
  }

  static isTemporary(name: string): boolean {
    return TEMPORARY.test(name);
  }

  private viaTemporary(
    name: string,
    data: string | Buffer,
    place: (temporary: string, file: string) => void,
  ): void {
    this.prepare();
    const temporary = join(this.path, `${name}.${randomBytes(6).toString("hex")}.tmp`);
    try {
      writeFileSync(temporary, data, { mode: 0o600, flag: "wx" });
      place(temporary, join(this.path, name));
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  /** Makes the folder where it is not there. Nobody else may read it, and it must stay out of version control. */
  prepare(): void {
    if (this.found()) return;
    makeFolder(this.path, 0o700);
    this.found();
    try {
      writeFileSync(join(this.path, ".gitignore"), "*\n", { mode: 0o600 });
    } catch (error) {
      // Without that file git would take what is written here later.
      this.remove(".gitignore");
      rmdirSync(this.path);
      throw error;
    }
  }

  /** The folder, once it is there. @throws UnsafeFolderError */
  private found(): Stats | undefined {
    let stats: Stats;
    try {
      stats = lstatSync(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    if (this.safe && isUnchanged(this.safe, stats)) return stats;
    const real = join(realpathSync.native(this.base), relative(this.base, this.path));
    if (stats.isSymbolicLink() || realpathSync.native(this.path) !== real)
      throw new UnsafeFolderError("it is reached through a symbolic link");
    if (!stats.isDirectory()) throw new UnsafeFolderError("it is not a folder");
    const flaw = flawOf(stats);
    if (flaw !== undefined) throw new UnsafeFolderError(flaw);
    this.safe = stats;
    return stats;
  }
}

/** Whether a folder is the same, with the same owner, mode and entries. */
const isUnchanged = (before: Stats, now: Stats): boolean =>
  before.ino === now.ino && before.dev === now.dev && before.ctimeMs === now.ctimeMs;

/** Why others may have written an entry. Windows has neither owners nor modes in this sense. */
function flawOf({ uid, mode }: Stats): string | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  if (uid !== user) return `it belongs to another user (uid ${uid}, this is ${user})`;
  return mode & 0o022 ? `others may write to it (mode ${(mode & 0o777).toString(8)})` : undefined;
}
