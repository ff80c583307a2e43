import { hash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { getOrAdd } from "../../family/collections";
import type { PrivateFolder } from "../process/private-folder";

const MAX_OBJECTS = 2_000;
const MAX_FILES = 100;
const NAME = /^[0-9a-f]{32}\.account$/;

/**
 * Objects seen in each account. After a token rotation, one that still exists proves that the account is the same. Each
 * account's fingerprint has a file; each line is an object's hashed class and its id in plain text. Errors are ignored.
 */
export class KnownObjects {
  private readonly linesByFingerprint = new Map<string, Set<string>>();
  private readonly descriptorsByFingerprint = new Map<string, number>();

  constructor(private readonly folder: PrivateFolder) {}

  record(fingerprint: unknown, className: string, id: string): void {
    if (typeof fingerprint !== "string") return;
    const lines = getOrAdd(this.linesByFingerprint, fingerprint, () => new Set(this.readLines(fingerprint)));
    const line = `${classKey(className)} ${id}`;
    if (lines.has(line) || lines.size >= MAX_OBJECTS || /\s/.test(id)) return;
    lines.add(line);
    try {
      // The first line creates a file, so there may be too many.
      if (lines.size === 1) this.folder.prune(NAME, MAX_FILES);
      const open = () => this.folder.openToAppend(fileName(fingerprint));
      appendFileSync(getOrAdd(this.descriptorsByFingerprint, fingerprint, open), `${line}\n`);
    } catch {}
  }

  /** Reads an account's file, and returns a function that returns the ids of a class. */
  idsByClass(fingerprint: string): (className: string) => ReadonlySet<string> {
    const lines = this.readLines(fingerprint);
    return (className) => {
      const prefix = `${classKey(className)} `;
      const ids = lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
      // No recorded id contains a space, so such a line is damaged.
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
