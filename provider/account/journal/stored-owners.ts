import { hash } from "node:crypto";
import { attempt } from "../../family/attempt";
import type { KnownOwners } from "../../lifecycle";
import type { PrivateFolder } from "../process/private-folder";

/** A resource that no run has included for longer most likely no longer exists. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_FILES = 10_000;
/** Older records are written again, before they expire. */
const RENEWAL_MS = 24 * 3_600_000;
const NAME = /^[0-9a-f]{32}\.seen$/;

/** Stores one file per item, with the name of its owner. An item whose file cannot be written or read has no known owner. */
export class StoredOwners implements KnownOwners {
  private readonly ownersByItem = new Map<string, string>();
  private isPruned = false;

  constructor(
    private readonly folder: PrivateFolder,
    private readonly service: string,
  ) {}

  record(item: string, owner: string): void {
    if (this.ownersByItem.get(item) === owner) return;
    this.ownersByItem.set(item, owner);
    if (!this.isPruned) this.folder.prune(NAME, MAX_FILES, Date.now() - MAX_AGE_MS);
    this.isPruned = true;
    // Most runs record the same owners as the previous run.
    const stored = this.folder.read(this.file(item));
    if (stored?.data.toString() === owner && stored.changedAt > Date.now() - RENEWAL_MS) return;
    attempt(() => this.folder.write(this.file(item), owner));
  }

  forget(item: string): void {
    this.ownersByItem.delete(item);
    this.folder.remove(this.file(item));
  }

  ownerOf(item: string): string | undefined {
    const stored = this.folder.read(this.file(item));
    return stored && stored.changedAt >= Date.now() - MAX_AGE_MS ? stored.data.toString() : undefined;
  }

  private file(item: string): string {
    return `${hash("sha256", JSON.stringify([this.service, item])).slice(0, 32)}.seen`;
  }
}
