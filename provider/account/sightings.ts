import { createHash } from "node:crypto";
import type { Sightings } from "../lifecycle";
import type { PrivateFolder } from "./private-folder";

/** A resource that no command has shown for longer has most likely gone without one. */
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000;
const MOST_FILES = 10_000;
const LONGEST_NAME = 500;
const NAME = /^[0-9a-f]{32}\.seen$/;

/**
 * Sightings in a folder: one small file for each thing, named by a hash, with the name of its resource. Best effort: what
 * cannot be written or read was not seen.
 */
export class FolderSightings implements Sightings {
  private readonly written = new Map<string, string>();
  private isTidy = false;

  /** @param service - Tells the things of one service from those of others. */
  constructor(
    private readonly folder: PrivateFolder,
    private readonly service: string,
  ) {}

  see(what: string, by: string): void {
    if (this.written.get(what) === by) return;
    this.written.set(what, by);
    this.tidy();
    const [file, text] = [this.file(what), by.slice(0, LONGEST_NAME)];
    // Most runs see what the one before has seen, and replacing a file takes long.
    if (this.folder.read(file)?.data.toString() === text && this.folder.touch(file)) return;
    try {
      this.folder.write(file, text);
    } catch {}
  }

  forget(what: string): void {
    this.written.delete(what);
    this.folder.remove(this.file(what));
  }

  seenIn(what: string): string | undefined {
    const found = this.folder.read(this.file(what));
    return found && found.changedAt >= Date.now() - LONGEST_KEPT_MS ? found.data.toString() : undefined;
  }

  private file(what: string): string {
    const hash = createHash("sha256").update(JSON.stringify([this.service, what]));
    return `${hash.digest("hex").slice(0, 32)}.seen`;
  }

  private tidy(): void {
    if (this.isTidy) return;
    this.isTidy = true;
    try {
      const oldest = Date.now() - LONGEST_KEPT_MS;
      const files = this.folder.names().filter((name) => NAME.test(name));
      const dated = files
        .map((name) => ({ name, at: this.folder.changedAt(name) }))
        .sort((a, b) => b.at - a.at);
      for (const [i, { name, at }] of dated.entries())
        if (at < oldest || i >= MOST_FILES) this.folder.remove(name);
    } catch {}
  }
}
