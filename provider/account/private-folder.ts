import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** What is larger was not written here. */
const LARGEST_FILE = 64 * 1024;
/** Flags that Windows does not have; nobody waits for the other end of a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Some file systems have no links. */
const NO_LINKS = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"];
const TEMPORARY = /\.tmp$/;

/** A folder that somebody else may have written to, or that is not where it seems to be. */
export class UnsafeFolderError extends Error {
  override readonly name = "UnsafeFolderError";
}

/** A file as it was found. */
export interface FoundFile {
  readonly data: Buffer;
  /** Ms since 1970. */
  readonly changedAt: number;
}

/**
 * A folder that only this user may write to, for small files of a few names. What others could have put there is refused
 * or passed over: links, pipes, files of other users. Files are written in one go: nobody finds a part of one.
 *
 * All methods are synchronous and throw UnsafeFolderError or what the system says, save where they say otherwise.
 */
export class PrivateFolder {
  /** @param base - Below this no part of the path may be a symbolic link. */
  constructor(
    readonly path: string,
    private readonly base = dirname(path),
  ) {}

  /** Names of all that is in it, temporary files of killed processes too; none while there is no folder. */
  names(): readonly string[] {
    return this.isThere() ? readdirSync(this.path) : [];
  }

  /** A regular file of this user that nobody else may write to; undefined for anything else. Never throws. */
  read(name: string): FoundFile | undefined {
    let file: number | undefined;
    try {
      file = openSync(join(this.path, name), READ);
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > LARGEST_FILE || flawOf(stats) !== undefined) return undefined;
      return { data: readFileSync(file), changedAt: stats.mtimeMs };
    } catch {
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** When a file was changed last, in ms since 1970; 0 when nobody knows. Never throws. */
  changedAt(name: string): number {
    try {
      return lstatSync(join(this.path, name)).mtimeMs;
    } catch {
      return 0;
    }
  }

  /** Writes a file, in the place of one that is there. */
  write(name: string, data: string | Buffer): void {
    this.viaTemporary(name, data, (temporary, file) => renameSync(temporary, file));
  }

  /** Writes a file unless there is one: then that of whoever was first stays. */
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

  /** Removes a file. What cannot go stays. Never throws. */
  remove(name: string): void {
    try {
      rmSync(join(this.path, name), { force: true });
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

  /** Nobody else may read it, nor is it for version control. */
  private prepare(): void {
    if (this.isThere()) return;
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    this.isThere();
    writeFileSync(join(this.path, ".gitignore"), "*\n", { mode: 0o600 });
  }

  /** Whether there is a folder. */
  private isThere(): boolean {
    let stats: Stats;
    try {
      stats = lstatSync(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
    const real = join(realpathSync(this.base), relative(this.base, this.path));
    if (stats.isSymbolicLink() || realpathSync(this.path) !== real)
      throw new UnsafeFolderError("it is reached through a symbolic link");
    if (!stats.isDirectory()) throw new UnsafeFolderError("it is not a folder");
    const flaw = flawOf(stats);
    if (flaw !== undefined) throw new UnsafeFolderError(flaw);
    return true;
  }
}

/** Why somebody else may have written what is there. Windows has neither owners nor modes in this sense. */
function flawOf({ uid, mode }: Stats): string | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  if (uid !== user) return `it belongs to another user (uid ${uid}, this is ${user})`;
  return mode & 0o022 ? `others may write to it (mode ${(mode & 0o777).toString(8)})` : undefined;
}
