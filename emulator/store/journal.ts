import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { FileInUse, lockFile } from "./lock";
import { MemoryStorage } from "./memory";
import type { Meta, Page, Storage, StoredObject } from "./storage";
import { replaceFile } from "./whole-file";

const FORMAT = "tunnel-edge-emulator/1";

/** Rewriting pays off once the file has this many lines and four times as many as it needs. */
const WORTH_REWRITING = 10_000;

type Line =
  | { readonly format: string }
  | { readonly meta: Meta }
  | { readonly put: string; readonly object: StoredObject }
  | { readonly delete: string; readonly id: string }
  | { readonly clear: true };

/** The data file cannot be used. */
export class DataFileError extends Error {
  constructor(file: string, why: string, options?: ErrorOptions) {
    const { cause } = options ?? {};
    const remedy =
      cause instanceof FileInUse
        ? `End that emulator, or name another file. If the process is no emulator, delete ${cause.lock}.`
        : "Move it away to start with an empty account, or name another file.";
    super(`The emulator's data file ${file} ${why}. ${remedy}`, options);
    this.name = "DataFileError";
  }
}

/**
 * Memory plus a file of changes, one JSON document per line. An acknowledged write is in the file, because `flush` runs
 * before the response: a killed process loses nothing that a client has seen. Opening the file compacts it through a
 * temporary file, so that it is always either the old one or the new one.
 */
export class JournalStorage implements Storage {
  readonly #memory = new MemoryStorage();
  #pending: Line[] = [];
  #lines = 0;
  readonly #release: () => void;

  /** @throws DataFileError if the file exists and is not a data file, is in use, or cannot be read or written */
  constructor(readonly file: string) {
    this.#release = this.#locked();
    try {
      this.#load();
      this.#rewrite();
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  get(collection: string, id: string): StoredObject | undefined {
    return this.#memory.get(collection, id);
  }

  put(collection: string, object: StoredObject): void {
    this.#memory.put(collection, object);
    this.#pending.push({ put: collection, object });
  }

  delete(collection: string, id: string): boolean {
    const deleted = this.#memory.delete(collection, id);
    if (deleted) this.#pending.push({ delete: collection, id });
    return deleted;
  }

  all(collection: string): readonly StoredObject[] {
    return this.#memory.all(collection);
  }

  collections(): readonly string[] {
    return this.#memory.collections();
  }

  page(collection: string, limit: number, before?: string): Page | undefined {
    return this.#memory.page(collection, limit, before);
  }

  nextSeq(): number {
    return this.#memory.nextSeq();
  }

  get meta(): Meta {
    return this.#memory.meta;
  }

  setMeta(meta: Meta): void {
    this.#memory.setMeta(meta);
    this.#pending.push({ meta });
  }

  clear(): void {
    this.#memory.clear();
    this.#pending.push({ clear: true });
  }

  flush(): void {
    if (this.#pending.length === 0) return;
    const lines = this.#pending;
    this.#pending = [];
    this.#guarded("cannot be written", () => appendFileSync(this.file, serialise(lines), { mode: 0o600 }));
    this.#lines += lines.length;
    if (this.#lines > WORTH_REWRITING && this.#lines > 4 * this.#memory.size) this.#rewrite();
  }

  close(): void {
    this.#release();
  }

  #locked(): () => void {
    try {
      return lockFile(this.file);
    } catch (cause) {
      const why = cause instanceof FileInUse ? `is in use by process ${cause.processId}` : "cannot be locked";
      throw new DataFileError(this.file, why, { cause });
    }
  }

  #load(): void {
    if (!existsSync(this.file)) return;
    const text = this.#guarded("cannot be read", () => readFileSync(this.file, "utf8"));
    // Anything after the last line break is a partial write, which was never acknowledged.
    const lines = text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split("\n")
      .filter(Boolean);
    if (text !== "" && lines[0] !== JSON.stringify({ format: FORMAT }))
      throw new DataFileError(this.file, `does not begin with the format ${FORMAT}`);
    for (const [index, line] of lines.entries())
      this.#apply(this.#guarded(`is damaged in line ${index + 1}`, () => JSON.parse(line) as Line));
  }

  #apply(line: Line): void {
    if ("put" in line) this.#memory.put(line.put, line.object);
    else if ("delete" in line) this.#memory.delete(line.delete, line.id);
    else if ("meta" in line) this.#memory.setMeta(line.meta);
    else if ("clear" in line) this.#memory.clear();
  }

  #needed(): Line[] {
    const lines: Line[] = [{ format: FORMAT }, { meta: this.#memory.meta }];
    for (const put of this.#memory.collections())
      for (const object of this.#memory.all(put)) lines.push({ put, object });
    return lines;
  }

  #rewrite(): void {
    const lines = this.#needed();
    this.#guarded("cannot be written", () => replaceFile(this.file, serialise(lines)));
    this.#lines = lines.length;
  }

  #guarded<T>(why: string, action: () => T): T {
    try {
      return action();
    } catch (cause) {
      throw new DataFileError(this.file, why, { cause });
    }
  }
}

function serialise(lines: readonly Line[]): string {
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
