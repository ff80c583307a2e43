import type { JsonObject } from "../json";

/** A stored object: parameters in the shape they were sent, plus derived values. */
export interface StoredObject {
  readonly id: string;
  /** Increases with every creation in the account; determines the order of lists. */
  readonly seq: number;
  /** RFC 3339, UTC. */
  readonly created_at: string;
  readonly fields: JsonObject;
}

/** The account's start token (`token`), and the id of its user (`user`). */
export type Meta = Readonly<Record<string, string>>;

interface Collection {
  readonly byId: Map<string, StoredObject>;
  /** Sorted by seq, so that a page of a huge collection costs no more than its own length. */
  readonly order: StoredObject[];
  /** `seq` by id, because a client may delete the object after which the next page of a list starts. */
  readonly deletedSeqs: Map<string, number>;
}

/** Returns the index of the first object whose `seq` is the given one or higher. */
function findPosition(order: readonly StoredObject[], seq: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((order[middle]?.seq ?? Number.POSITIVE_INFINITY) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The account's objects in memory, by concrete collection path (`/ip_policies`, `/edges/https/<id>/routes`). Objects
 * are never changed in place: an update stores a new value.
 */
export class Storage {
  readonly #collections = new Map<string, Collection>();
  #seq = 0;
  #meta: Meta = {};
  /** Functions that revert the changes since the last flush, oldest first. */
  #reverts: (() => void)[] = [];

  get(collection: string, id: string): StoredObject | undefined {
    return this.#collections.get(collection)?.byId.get(id);
  }

  /** Adds the object, or replaces the one with the same id. */
  put(collection: string, object: StoredObject): void {
    const stored = this.#collection(collection);
    const position = findPosition(stored.order, object.seq);
    const existing = stored.byId.get(object.id);
    if (existing && existing.seq !== object.seq) {
      this.delete(collection, object.id);
      this.put(collection, object);
      return;
    }
    this.#reverts.push(() => {
      if (existing) this.put(collection, existing);
      else this.delete(collection, object.id);
    });
    stored.order.splice(position, existing ? 1 : 0, object);
    stored.byId.set(object.id, object);
    this.#seq = Math.max(this.#seq, object.seq);
  }

  delete(collection: string, id: string): void {
    const stored = this.#collections.get(collection);
    const object = stored?.byId.get(id);
    if (!stored || !object) return;
    stored.byId.delete(id);
    stored.order.splice(findPosition(stored.order, object.seq), 1);
    stored.deletedSeqs.set(id, object.seq);
    this.#reverts.push(() => this.put(collection, object));
  }

  all(collection: string): readonly StoredObject[] {
    return this.#collections.get(collection)?.order ?? [];
  }

  /** Paths of the non-empty collections. */
  collections(): readonly string[] {
    return [...this.#collections].filter(([, stored]) => stored.order.length > 0).map(([path]) => path);
  }

  /**
   * Returns objects from the newest to the oldest, starting after the object `beforeId`, which may have been deleted
   * since; undefined if the collection never had this id in this process. `more`: older objects follow.
   */
  page(collection: string, limit: number, beforeId?: string) {
    const stored = this.#collections.get(collection);
    let end = stored?.order.length ?? 0;
    if (beforeId !== undefined) {
      const seq = stored?.byId.get(beforeId)?.seq ?? stored?.deletedSeqs.get(beforeId);
      if (!stored || seq === undefined) return undefined;
      end = findPosition(stored.order, seq);
    }
    const start = Math.max(0, end - limit);
    return { objects: (stored?.order.slice(start, end) ?? []).reverse(), more: start > 0 };
  }

  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  get meta(): Meta {
    return this.#meta;
  }

  setMeta(meta: Meta): void {
    const previous = this.#meta;
    this.#reverts.push(() => this.setMeta(previous));
    this.#meta = meta;
  }

  /** Deletes every object; keeps meta. */
  clear(): void {
    const previous = [...this.#collections];
    this.#reverts.push(() => {
      this.#collections.clear();
      for (const [path, stored] of previous) this.#collections.set(path, stored);
    });
    this.#collections.clear();
  }

  /** Persists everything written so far. @throws DataFileError, after which the caller must roll back */
  flush(): void {
    if (this.#reverts.length === 0) return;
    this.persist();
    this.#reverts = [];
  }

  /** Reverts everything written since the last flush. Returns false if there was nothing. */
  rollback(): boolean {
    const reverts = this.#reverts.reverse();
    // Reverting a change records one as well.
    this.#reverts = [];
    for (const revert of reverts) revert();
    this.#reverts = [];
    return reverts.length > 0;
  }

  /** Releases the file. Writes since the last flush are lost. */
  close(): void {}

  /** Stores all objects and meta. */
  protected persist(): void {}

  #collection(path: string): Collection {
    const stored = this.#collections.get(path) ?? { byId: new Map(), order: [], deletedSeqs: new Map() };
    this.#collections.set(path, stored);
    return stored;
  }
}
