import { hash } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { PrivateFolder } from "../process/private-folder";

const MAX_OBJECTS = 2_000;
const MAX_FILES = 100;
const NAME = /^[0-9a-f]{32}\.account$/;

/**
 * Objects known to belong to an account, by the account's fingerprint in states. After a token rotation, one of them that
 * still exists proves that the account is the same. The journal's folder has one file per fingerprint, with a line per
 * object: the hash of its class, because the journal contains no names, and its id. Objects that cannot be written or read
 * are ignored.
 */
export class KnownObjects {
  private readonly recorded = new Map<string, Set<string>>();
  /** Descriptors by fingerprint. */
  private readonly files = new Map<string, number>();

  constructor(private readonly folder: PrivateFolder) {}

  record(fingerprint: unknown, className: string, id: string): void {
    if (typeof fingerprint !== "string") return;
    const known = this.recorded.get(fingerprint) ?? new Set(this.readLines(fingerprint));
    this.recorded.set(fingerprint, known);
    const line = `${classKey(className)} ${id}`;
    if (known.has(line) || known.size >= MAX_OBJECTS || /\s/.test(id)) return;
    known.add(line);
    try {
      if (known.size === 1) this.folder.prune(NAME, MAX_FILES);
      const file = this.files.get(fingerprint) ?? this.folder.openToAppend(fileName(fingerprint));
      this.files.set(fingerprint, file);
      appendFileSync(file, `${line}\n`);
    } catch {}
  }

  idsByClass(fingerprint: string): (className: string) => ReadonlySet<string> {
    const lines = this.readLines(fingerprint);
    return (className) => {
      const prefix = `${classKey(className)} `;
      const ids = lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
      return new Set(ids.filter((id) => !id.includes(" ")));
    };
  }

  private readLines(fingerprint: string): readonly string[] {
    const text = this.folder.read(fileName(fingerprint))?.data.toString() ?? "";
    return text.split("\n").filter((line) => line !== "");
  }
}

const fileName = (fingerprint: string) => `${hash("sha256", fingerprint).slice(0, 32)}.account`;

const classKey = (className: string) => hash("sha256", className).slice(0, 16);
