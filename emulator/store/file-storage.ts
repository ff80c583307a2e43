import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { z } from "zod";
import { jsonObject } from "../json";
import { DataFileError, withDataFileErrors } from "./data-file-error";
import { lockFile } from "./lock";
import { Storage } from "./storage";
import { replaceFile } from "./whole-file";

const FORMAT = "tunnel-edge-emulator/2";
/** First lines of readable files. In format 1, no line has several changes. */
const READABLE = ["tunnel-edge-emulator/1", FORMAT].map((format) => JSON.stringify({ format }));

const stored = z.object({ id: z.string(), seq: z.number(), created_at: z.string(), fields: jsonObject });

/** Earlier releases appended every change to the file; this one only writes `meta` and `put`. */
const change = z.union([
  z.object({ meta: z.record(z.string(), z.string()) }),
  z.object({ put: z.string(), object: stored }),
  z.object({ delete: z.string(), id: z.string() }),
  z.object({ clear: z.literal(true) }),
]);
const line = z.union([change.transform((single) => [single]), z.array(change)]);

/** The account in memory and in a file. Every write replaces the file as a whole, so it is always complete. */
export class FileStorage extends Storage {
  /** The file's size in bytes, which shows whether another program has changed it. */
  #size = 0;
  readonly #file: string;
  readonly #unlock: () => void;

  /** @throws DataFileError if the file exists and is not a data file, is in use, or cannot be read or written */
  constructor(file: string) {
    super();
    this.#file = resolveFile(file);
    this.#unlock = lockFile(this.#file);
    try {
      this.#load();
      this.flush();
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  protected override persist(): void {
    if ((statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) !== this.#size)
      throw new DataFileError(
        this.#file,
        "cannot be written (another program has changed it)",
        "Restart the emulator to use the changed file.",
      );
    const objects = this.collections().flatMap((put) => this.all(put).map((object) => ({ put, object })));
    const lines = [{ format: FORMAT }, { meta: this.meta }, ...objects];
    const text = lines.map((content) => `${JSON.stringify(content)}\n`).join("");
    withDataFileErrors(this.#file, "cannot be written", () => replaceFile(this.#file, text));
    this.#size = Buffer.byteLength(text);
  }

  override close(): void {
    this.#unlock();
  }

  #load(): void {
    if (!existsSync(this.#file)) return;
    const text = withDataFileErrors(this.#file, "cannot be read", () => readFileSync(this.#file, "utf8"));
    this.#size = Buffer.byteLength(text);
    if (text === "") return;
    const [format = "", ...lines] = text.replace(/\n$/, "").split("\n");
    if (!READABLE.includes(format))
      throw this.#unreadable(`does not begin with the format ${FORMAT}`, "Move it away");
    for (const [index, content] of lines.entries())
      for (const entry of this.#parseLine(content, index + 2)) {
        if ("meta" in entry) this.setMeta(entry.meta);
        else if ("put" in entry) this.put(entry.put, entry.object);
        else if ("delete" in entry) this.delete(entry.delete, entry.id);
        else this.clear();
      }
  }

  #parseLine(content: string, number: number): z.output<typeof line> {
    try {
      return line.parse(JSON.parse(content));
    } catch {
      // A killed emulator of an earlier release may have left an incomplete last line.
      throw this.#unreadable(`is damaged in line ${number}`, "Delete the line if it is the last one");
    }
  }

  #unreadable(why: string, remedy: string): DataFileError {
    return new DataFileError(this.#file, why, `${remedy}, or name another file.`);
  }
}

/** Resolves the path of a regular or new file. A pipe would block, and a link itself would be replaced. */
function resolveFile(file: string): string {
  return withDataFileErrors(file, "cannot be opened", () => {
    const refuse = (why: string) => new DataFileError(file, why, "Name another file.");
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw refuse("is not a regular file");
    if (!stats && lstatSync(file, { throwIfNoEntry: false }))
      throw refuse("is a link to a file that does not exist");
    return stats ? realpathSync(file) : file;
  });
}
