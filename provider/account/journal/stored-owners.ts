import { hash } from "node:crypto";
import type { KnownOwners } from "../../lifecycle";
import type { PrivateFolder } from "../process/private-folder";

/** A resource that no command has included for longer most likely exists no more. */
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000;
const MOST_FILES = 10_000;
const LONGEST_NAME = 500;
const NAME = /^[0-9a-f]{32}\.seen$/;

/**
 * Known owners in a folder: one small file for each item, named by a hash, with the name of its owner. Best effort: an
 * item that cannot be written or read has no known owner.
 */
export class StoredOwners implements KnownOwners {
  private readonly written = new Map<string, string>();
  private isTidied = false;

  /** @param service - Separates the items of one service from those of others. */
  constructor(
    private readonly folder: PrivateFolder,
    private readonly service: string,
  ) {}

  record(item: string, owner: string): void {
    if (this.written.get(item) === owner) return;
    this.written.set(item, owner);
    if (!this.isTidied) this.folder.prune(NAME, MOST_FILES, Date.now() - LONGEST_KEPT_MS);
    this.isTidied = true;
    const [file, text] = [this.file(item), owner.slice(0, LONGEST_NAME)];
    // Most runs record the same as the one before, and replacing a file takes long.
    if (this.folder.read(file)?.data.toString() === text && this.folder.touch(file)) return;
    try {
      this.folder.write(file, text);
    } catch {}
  }

  forget(item: string): void {
    this.written.delete(item);
    this.folder.remove(this.file(item));
  }

  ownerOf(item: string): string | undefined {
    const found = this.folder.read(this.file(item));
    return found && found.changedAt >= Date.now() - LONGEST_KEPT_MS ? found.data.toString() : undefined;
  }

  private file(item: string): string {
    return `${hash("sha256", JSON.stringify([this.service, item])).slice(0, 32)}.seen`;
  }
}
