import { hash } from "node:crypto";
import type { GrowingFile, PrivateFolder } from "../process/private-folder";

const MOST_OBJECTS = 2_000;
const MOST_FILES = 100;
const LARGEST_FILE = 256 * 1024;
const NAME = /^[0-9a-f]{32}\.account$/;

/** An object by the name of its class and its id. */
export interface KnownObject {
  readonly family: string;
  readonly id: string;
}

/**
 * Objects of the account in which states with a fingerprint were written: after a rotation of the token, one of them that
 * is still there proves the account, whatever the engine asks for first. One file in the journal's folder for each
 * fingerprint, with an object in a line: the hash of its class, since the journal holds no names, and its id. Best effort:
 * what cannot be written or read proves nothing.
 */
export class KnownObjects {
  private readonly recorded = new Map<string, Set<string>>();
  private readonly files = new Map<string, GrowingFile>();

  constructor(private readonly folder: PrivateFolder) {}

  record(fingerprint: unknown, { family, id }: KnownObject): void {
    if (typeof fingerprint !== "string") return;
    const known = this.recorded.get(fingerprint) ?? new Set(this.linesOf(fingerprint));
    this.recorded.set(fingerprint, known);
    const line = `${keyOf(family)} ${id}`;
    if (known.has(line) || known.size >= MOST_OBJECTS || /\s/.test(id)) return;
    known.add(line);
    try {
      if (known.size === 1) this.folder.prune(NAME, MOST_FILES);
      const file = this.files.get(fingerprint) ?? this.folder.opened(fileOf(fingerprint));
      this.files.set(fingerprint, file);
      file.append(`${line}\n`);
    } catch {}
  }

  /** The ids of the known objects of a class. */
  of(fingerprint: string): (family: string) => ReadonlySet<string> {
    const lines = this.linesOf(fingerprint).map((line) => line.split(" "));
    return (family) => {
      const key = keyOf(family);
      return new Set(
        lines.flatMap(([of, id = "", ...rest]) => (of === key && rest.length === 0 ? [id] : [])),
      );
    };
  }

  private linesOf(fingerprint: string): readonly string[] {
    const text = this.folder.read(fileOf(fingerprint), LARGEST_FILE)?.data.toString() ?? "";
    return text.split("\n").filter((line) => line !== "");
  }
}

const fileOf = (fingerprint: string) => `${hash("sha256", fingerprint).slice(0, 32)}.account`;

const keyOf = (family: string) => hash("sha256", family).slice(0, 16);
