import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { z } from "zod";
import { jsonObject } from "../json";
import { DataFileError, withDataFileErrors } from "./data-file-error";
import { lockFile } from "./lock";
import { Storage } from "./storage";
import { replaceFile } from "./whole-file";

const FORMAT = "tunnel-edge-emulator/3";

const stored = z.object({ id: z.string(), seq: z.number(), created_at: z.string(), fields: jsonObject });
/** The first line names the format, the second one has the meta values, and each further line has an object. */
const metaLine = z.object({ meta: z.record(z.string(), z.string()) });
const objectLine = z.object({ collection: z.string(), object: stored });

/** The account in memory and in a file. Every write replaces the whole file, so the file is always complete. */
export class FileStorage extends Storage {
  /** Size of the file in bytes. A different size on disk shows that another program has changed it. */
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
    // A deleted file is written again.
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size;
    if (size !== undefined && size !== this.#size)
      throw new DataFileError(
        this.#file,
        "cannot be written (another program has changed it)",
        "Restart the emulator to use the changed file.",
      );
    const objects = this.collections().flatMap((collection) =>
      this.all(collection).map((object) => ({ collection, object })),
    );
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
    const [format, meta, ...lines] = text.replace(/\n$/, "").split("\n");
    if (format !== JSON.stringify({ format: FORMAT }))
      throw this.#unreadable(`does not begin with the format ${FORMAT}`);
    const account = parseLine(metaLine, meta);
    if (account === undefined) throw this.#unreadable("is damaged in line 2");
    this.setMeta(account.meta);
    for (const [index, line] of lines.entries()) {
      const entry = parseLine(objectLine, line);
      if (entry !== undefined) this.put(entry.collection, entry.object);
      else if (index < lines.length - 1) throw this.#unreadable(`is damaged in line ${index + 3}`);
      else
        process.stderr.write(
          `warning: the last line of the emulator's data file ${this.#file} is incomplete and was dropped, as in a copy that another program didn't finish. Everything before it is kept.\n`,
        );
    }
  }

  #unreadable(why: string): DataFileError {
    const remedy = "Move it away to start with an empty account, or choose another file.";
    return new DataFileError(this.#file, why, remedy);
  }
}

function parseLine<T>(schema: z.ZodType<T>, line: string | undefined): T | undefined {
  try {
    return schema.parse(JSON.parse(line ?? ""));
  } catch {
    return undefined;
  }
}

/** Resolves the path of a regular or new file. A pipe would block, and a link itself would be replaced. */
function resolveFile(file: string): string {
  return withDataFileErrors(file, "cannot be opened", () => {
    const refuse = (why: string) => new DataFileError(file, why, "Choose another file.");
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw refuse("is not a regular file");
    if (!stats && lstatSync(file, { throwIfNoEntry: false }))
      throw refuse("is a link to a file that does not exist");
    return stats ? realpathSync(file) : file;
  });
}
