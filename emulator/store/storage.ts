import type { Meta, Page, Storage, StoredObject } from "./storage";

interface Shelf {
  readonly byId: Map<string, StoredObject>;
  /** Sorted by seq, so that a page of a huge collection costs no more than its own length. */
  readonly order: StoredObject[];
  /** Positions of deleted objects: a list may be paged through while its objects are deleted. */
  readonly gone: Map<string, number>;
}

/** Index of the first object whose seq is not below the given one. */
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

/** Keeps everything in memory only. */
export class MemoryStorage implements Storage {
  readonly #shelves = new Map<string, Shelf>();
  #seq = 0;
  #meta: Meta = {};
  /** Reverts each change since the last flush, oldest first. */
  #undo: (() => void)[] = [];

  get(collection: string, id: string): StoredObject | undefined {
    return this.#shelves.get(collection)?.byId.get(id);
  }

  put(collection: string, object: StoredObject): void {
    const shelf = this.#shelf(collection);
    const at = findPosition(shelf.order, object.seq);
    const known = shelf.byId.get(object.id);
    if (known && known.seq !== object.seq) {
      this.delete(collection, object.id);
      this.put(collection, object);
      return;
    }
    this.#undo.push(() => {
      if (known) this.put(collection, known);
      else this.delete(collection, object.id);
    });
    if (known) shelf.order[at] = object;
    else if (at === shelf.order.length) shelf.order.push(object);
    else shelf.order.splice(at, 0, object);
    shelf.byId.set(object.id, object);
    this.#seq = Math.max(this.#seq, object.seq);
  }

  delete(collection: string, id: string): boolean {
    const shelf = this.#shelves.get(collection);
    const object = shelf?.byId.get(id);
    if (!shelf || !object) return false;
    shelf.byId.delete(id);
    shelf.order.splice(findPosition(shelf.order, object.seq), 1);
    shelf.gone.set(id, object.seq);
    this.#undo.push(() => this.put(collection, object));
    return true;
  }

  all(collection: string): readonly StoredObject[] {
    return this.#shelves.get(collection)?.order ?? [];
  }

  collections(): readonly string[] {
    return [...this.#shelves].filter(([, shelf]) => shelf.order.length > 0).map(([path]) => path);
  }

  page(collection: string, limit: number, before?: string): Page | undefined {
    const shelf = this.#shelves.get(collection);
    let end = shelf?.order.length ?? 0;
    if (before !== undefined) {
      const seq = shelf?.byId.get(before)?.seq ?? shelf?.gone.get(before);
      if (!shelf || seq === undefined) return undefined;
      end = findPosition(shelf.order, seq);
    }
    const start = Math.max(0, end - limit);
    return { objects: (shelf?.order.slice(start, end) ?? []).reverse(), more: start > 0 };
  }

  /** Number of objects in all collections. */
  get size(): number {
    let size = 0;
    for (const shelf of this.#shelves.values()) size += shelf.order.length;
    return size;
  }

  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  get meta(): Meta {
    return this.#meta;
  }

  setMeta(meta: Meta): void {
    const before = this.#meta;
    this.#undo.push(() => this.setMeta(before));
    this.#meta = meta;
  }

  clear(): void {
    const before = [...this.#shelves];
    this.#undo.push(() => {
      this.#shelves.clear();
      for (const [path, shelf] of before) this.#shelves.set(path, shelf);
    });
    this.#shelves.clear();
  }

  flush(): void {
    this.#undo = [];
  }

  rollback(): boolean {
    const undo = this.#undo;
    // Reverting a change records one as well.
    this.#undo = [];
    for (const revert of undo.reverse()) revert();
    this.#undo = [];
    return undo.length > 0;
  }

  close(): void {}

  #shelf(collection: string): Shelf {
    let shelf = this.#shelves.get(collection);
    if (!shelf) {
      shelf = { byId: new Map(), order: [], gone: new Map() };
      this.#shelves.set(collection, shelf);
    }
    return shelf;
  }
}
