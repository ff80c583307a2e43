import { hash } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { PrivateFolder } from "../process/private-folder";

const MAX_OBJECTS = 2_000;
const MAX_FILES = 100;
const NAME = /^[0-9a-f]{32}\.account$/;

export interface KnownObject {
  /** Name of the class. */
  readonly family: string;
  readonly id: string;
}

/**
 * Objects known to belong to an account, by the fingerprint that states record for the account. After a token rotation,
 * one of them that still exists proves that the account is the same. The journal's folder has one file per fingerprint,
 * with a line per object: the hash of its class, because the journal contains no names, and its id. Objects that cannot
 * be written or read are ignored.
 */
export class KnownObjects {
  private readonly recorded = new Map<string, Set<string>>();
  /** Descriptors of open files. */
  private readonly files = new Map<string, number>();

  constructor(private readonly folder: PrivateFolder) {}

  record(fingerprint: unknown, { family, id }: KnownObject): void {
    if (typeof fingerprint !== "string") return;
    const known = this.recorded.get(fingerprint) ?? new Set(this.linesOf(fingerprint));
    this.recorded.set(fingerprint, known);
    const line = `${keyOf(family)} ${id}`;
    if (known.has(line) || known.size >= MAX_OBJECTS || /\s/.test(id)) return;
    known.add(line);
    try {
      if (known.size === 1) this.folder.prune(NAME, MAX_FILES);
      const file = this.files.get(fingerprint) ?? this.folder.openToAppend(fileOf(fingerprint));
      this.files.set(fingerprint, file);
      appendFileSync(file, `${line}\n`);
    } catch {}
  }

  /** Returns a function that returns the ids of the known objects of a class. */
  of(fingerprint: string): (family: string) => ReadonlySet<string> {
    const lines = this.linesOf(fingerprint).map((line) => line.split(" "));
    return (family) => {
      const key = keyOf(family);
      return new Set(
        lines.flatMap(([familyKey, id = "", ...rest]) =>
          familyKey === key && rest.length === 0 ? [id] : [],
        ),
      );
    };
  }

  private linesOf(fingerprint: string): readonly string[] {
    const text = this.folder.read(fileOf(fingerprint))?.data.toString() ?? "";
    return text.split("\n").filter((line) => line !== "");
  }
}

const fileOf = (fingerprint: string) => `${hash("sha256", fingerprint).slice(0, 32)}.account`;

const keyOf = (family: string) => hash("sha256", family).slice(0, 16);
