import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { isObject } from "../json";
import { FileInUse, lockFile, UnusableLock } from "./lock";
import { type Change, Storage } from "./storage";
import { replaceFile } from "./whole-file";

const FORMAT = "tunnel-edge-emulator/2";
/** First lines of readable files. In format 1, each change has a line; in format 2, those of a request share one. */
const READABLE = ["tunnel-edge-emulator/1", FORMAT].map((format) => JSON.stringify({ format }));
/** Error codes of a full file system. */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

/** The file is rewritten once it has this many lines, and four times as many as it needs. */
const REWRITE_THRESHOLD = 10_000;

/** Another program has changed or deleted the file while it was in use. */
class ChangedFile extends Error {}

/** The data file cannot be opened, read, or written. */
export class DataFileError extends Error {
  constructor(file: string, why: string, options?: ErrorOptions) {
    const cause = options?.cause;
    const reason = cause instanceof ChangedFile ? cause.message : errorCode(cause);
    const detail = reason === undefined ? "" : ` (${reason})`;
    super(`The emulator's data file ${file} ${why}${detail}. ${remedyFor(cause)}`, options);
    this.name = "DataFileError";
  }
}

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

function remedyFor(cause: unknown): string {
  if (cause instanceof FileInUse)
    return `End that emulator, or name another file. If the process is not an emulator, delete ${cause.lock}.`;
  if (cause instanceof UnusableLock) return `Remove ${cause.lock}, which is not a file.`;
  if (cause instanceof ChangedFile) return "Restart the emulator to use the changed file.";
  const code = errorCode(cause);
  if (FULL.includes(code ?? ""))
    return "Free space on its file system; everything acknowledged so far is kept.";
  if (code !== undefined) return "Name another file, in a folder that you may write to.";
  return "Move it away to start with an empty account, or name another file.";
}

/**
 * Memory plus a file of changes, one JSON document per line. An acknowledged write is in the file, because `flush` runs
 * before the response. The changes of one request are one line, so a torn line never holds half a request. Opening the
 * file compacts it through a temporary file, so that the file is always complete.
 */
export class JournalStorage extends Storage {
  #lines = 0;
  /** Size of the file in bytes, without a torn line. */
  #length = 0;
  /** True if a failed append may have left a torn line. */
  #torn = false;
  readonly #file: string;
  readonly #release: () => void;

  /** @throws DataFileError if the file exists and is not a data file, is in use, or cannot be read or written */
  constructor(file: string) {
    super();
    this.#file = resolveFile(file);
    this.#release = this.#lock();
    try {
      this.#load();
      this.#rewrite();
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  protected override persist(changes: readonly Change[]): void {
    const line = changes.length === 1 ? changes[0] : changes;
    withDataFileErrors(this.#file, "cannot be written", () => this.#append(`${JSON.stringify(line)}\n`));
    this.#lines += changes.length;
    if (this.#lines <= REWRITE_THRESHOLD || this.#lines <= 4 * this.size) return;
    try {
      this.#rewrite();
    } catch {
      // The file is complete, only longer than needed. The next attempt follows after as many lines.
      this.#lines = 0;
    }
  }

  override close(): void {
    this.#release();
  }

  /** Appends all of a text, or leaves the file unchanged; if that fails too, the next call restores it first. */
  #append(text: string): void {
    if (!existsSync(this.#file)) throw new ChangedFile("another program has deleted it");
    const file = openSync(this.#file, constants.O_WRONLY | constants.O_APPEND);
    try {
      try {
        if (this.#torn) ftruncateSync(file, this.#length);
        else if (fstatSync(file).size !== this.#length)
          throw new ChangedFile("another program has changed it");
        this.#torn = true;
        writeFileSync(file, text);
      } finally {
        // A network file system may report a full disk only here.
        closeSync(file);
      }
    } catch (error) {
      if (this.#torn) this.#dropTornLine();
      throw error;
    }
    this.#torn = false;
    this.#length += Buffer.byteLength(text);
  }

  #dropTornLine(): void {
    try {
      truncateSync(this.#file, this.#length);
      this.#torn = false;
    } catch {}
  }

  #lock(): () => void {
    try {
      return lockFile(this.#file);
    } catch (cause) {
      const why = cause instanceof FileInUse ? `is in use by process ${cause.processId}` : "cannot be locked";
      throw new DataFileError(this.#file, why, { cause });
    }
  }

  #load(): void {
    if (!existsSync(this.#file)) return;
    const text = withDataFileErrors(this.#file, "cannot be read", () => readFileSync(this.#file, "utf8"));
    if (text === "") return;
    const lines = text.split("\n");
    // Anything after the last line break is a partial write, which was never acknowledged.
    const partialLine = lines.pop() ?? "";
    if (!READABLE.includes(lines[0] ?? ""))
      throw new DataFileError(this.#file, `does not begin with the format ${FORMAT}`);
    const changes = lines.slice(1).map(readLine);
    const isLastDamaged = changes.length > 0 && changes.at(-1) === undefined;
    if (isLastDamaged) changes.pop();
    const damaged = changes.indexOf(undefined);
    if (damaged >= 0) throw new DataFileError(this.#file, `is damaged in line ${damaged + 2}`);
    this.load(changes.flatMap((change) => change ?? []));
    if (partialLine !== "" || isLastDamaged)
      process.stderr.write(
        `warning: the last line of the emulator's data file ${this.#file} is incomplete and was dropped. The process that wrote it was killed, or the disk was full. Everything before it is kept.\n`,
      );
  }

  #rewrite(): void {
    const lines: (Change | { readonly format: string })[] = [{ format: FORMAT }, { meta: this.meta }];
    for (const put of this.collections()) for (const object of this.all(put)) lines.push({ put, object });
    const text = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
    withDataFileErrors(this.#file, "cannot be written", () => replaceFile(this.#file, text));
    this.#lines = lines.length;
    this.#length = Buffer.byteLength(text);
    this.#torn = false;
  }
}

/** Resolves the path of a regular or new file. A pipe would block, and a link itself would be replaced. */
function resolveFile(file: string): string {
  return withDataFileErrors(file, "cannot be opened", () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw new DataFileError(file, "is not a regular file");
    if (!stats && lstatSync(file, { throwIfNoEntry: false }))
      throw new DataFileError(file, "is a link to a file that does not exist");
    return stats ? realpathSync(file) : file;
  });
}

function withDataFileErrors<T>(file: string, why: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw cause instanceof DataFileError ? cause : new DataFileError(file, why, { cause });
  }
}

/** The changes of a line; undefined if it is damaged. */
function readLine(line: string): readonly Change[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const changes = Array.isArray(value) ? value : [value];
    return changes.every(isChange) ? changes : undefined;
  } catch {
    return undefined;
  }
}

function isChange(value: unknown): value is Change {
  if (!isObject(value)) return false;
  const { put, object, delete: from, id, meta, clear } = value;
  if (put !== undefined)
    return (
      typeof put === "string" && isObject(object) && typeof object.id === "string" && isObject(object.fields)
    );
  if (from !== undefined) return typeof from === "string" && typeof id === "string";
  return isObject(meta) || clear === true;
}
