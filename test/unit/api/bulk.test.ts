import { describe, expect, test } from "vitest";
import { BulkReader } from "../../../provider/api/bulk";
import type { Page } from "../../../provider/api/list";

/** A collection with its newest object first, which counts its requests. */
class Collection {
  pages = 0;
  gets: string[] = [];
  readonly gone = new Set<string>();
  clockMs = 1_000_000;
  /** Duration of a request, in ms of the collection's clock. */
  requestMs = 0;

  constructor(readonly ids: string[]) {}

  static of(count: number): Collection {
    return new Collection(Array.from({ length: count }, (_, i) => `id_${count - i}`));
  }

  reader(): BulkReader {
    return new BulkReader(
      {
        pages: () => this.list(),
        get: async (id) => {
          this.gets.push(id);
          this.clockMs += this.requestMs;
          return this.gone.has(id) || !this.ids.includes(id) ? undefined : { id, from: "get" };
        },
        canReadSingly: () => true,
      },
      { elapsed: () => this.clockMs, sleep: () => new Promise(setImmediate) },
    );
  }

  private async *list(): AsyncGenerator<Page, void> {
    for (let start = 0; start < Math.max(1, this.ids.length); start += 100) {
      this.pages++;
      this.clockMs += this.requestMs;
      await new Promise(setImmediate);
      const items = this.ids.slice(start, start + 100).map((id) => ({ id, from: "list" }));
      yield { items, isLast: start + 100 >= this.ids.length };
    }
  }

  get requests(): number {
    return this.pages + this.gets.length;
  }
}

/** Reads in order, `parallel` at a time, as the engine does. */
async function readAll(reader: BulkReader, ids: readonly string[], parallel: number) {
  const queue = [...ids];
  const found: unknown[] = [];
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) found.push(await reader.read(id));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return found;
}

describe("requests", () => {
  test("serve one read by one GET", async () => {
    const collection = Collection.of(5);
    expect(await collection.reader().read("id_1")).toEqual({ id: "id_1", from: "get" });
    expect(collection.requests).toBe(1);
  });

  test.each([
    { objects: 10, parallel: 8, most: 1 },
    { objects: 100, parallel: 8, most: 1 },
    { objects: 1_000, parallel: 8, most: 10 },
    { objects: 1_000, parallel: 64, most: 10 },
    { objects: 1_000, parallel: 1, most: 20 },
    { objects: 5_000, parallel: 8, most: 80 },
  ])("for all $objects objects, $parallel at a time: at most $most", async ({ objects, parallel, most }) => {
    const collection = Collection.of(objects);
    // Oldest first is the worst case, because the list begins with the newest.
    const found = await readAll(collection.reader(), [...collection.ids].reverse(), parallel);
    expect(new Set(found.map((object) => (object as { id: string }).id)).size).toBe(objects);
    expect(collection.requests).toBeLessThanOrEqual(most);
  });

  test.each([2, 3, 8, 20])(
    "for %d objects in an account of 100,000: at most three times as many",
    async (count) => {
      const collection = Collection.of(100_000);
      const ids = Array.from({ length: count }, (_, i) => `id_${i * 3 + 1}`);
      expect(await readAll(collection.reader(), ids, 8)).toHaveLength(count);
      expect(collection.requests).toBeLessThanOrEqual(3 * count);
    },
  );
});

test("sends a GET for an object that the list lacks before reporting it as gone", async () => {
  const collection = Collection.of(50);
  collection.ids.splice(0, 1);
  const late = "id_new";
  const reader = collection.reader();
  const first = readAll(reader, ["id_1", "id_2", "id_gone"], 3);
  expect(await first).toContain(undefined);
  expect(collection.gets).toEqual(["id_gone"]);
  collection.ids.push(late);
  expect(await reader.read(late)).toEqual({ id: late, from: "get" });
});

test("sends another request for a repeated read", async () => {
  const collection = Collection.of(50);
  const reader = collection.reader();
  await readAll(reader, ["id_1", "id_2"], 2);
  expect(await reader.read("id_3")).toEqual({ id: "id_3", from: "list" });
  expect(await reader.read("id_3")).toEqual({ id: "id_3", from: "get" });
});

test("doesn't serve an object from a later page after a GET", async () => {
  const collection = Collection.of(50);
  const reader = collection.reader();
  await reader.read("id_3");
  await readAll(reader, ["id_1", "id_2"], 2);
  expect(await reader.read("id_3")).toEqual({ id: "id_3", from: "get" });
});

test("falls back to single reads for an empty list", async () => {
  const get = async (id: string) => ({ id, from: "get" });
  const reader = new BulkReader({ pages: async function* () {}, get, canReadSingly: () => true });
  const found = await readAll(reader, ["id_1", "id_2"], 2);
  expect(found).toEqual(["id_1", "id_2"].map((id) => ({ id, from: "get" })));
});

test("expires ten seconds after the last read or five minutes after the last page", async () => {
  const collection = Collection.of(1_000);
  const reader = collection.reader();
  await readAll(reader, ["id_1000", "id_999"], 2);
  expect(reader.isExpired).toBe(false);
  collection.clockMs += 10_001;
  expect(reader.isExpired).toBe(true);
  const busy = collection.reader();
  await readAll(busy, ["id_1000", "id_999"], 2);
  for (let i = 0; i < 31; i++) {
    collection.clockMs += 9_700;
    await busy.read(`id_${998 - i}`);
  }
  expect(busy.isExpired).toBe(true);
});

test("counts a page's age from its arrival", async () => {
  const collection = Collection.of(5);
  collection.requestMs = 400_000;
  const reader = collection.reader();
  await readAll(reader, ["id_1", "id_2"], 2);
  expect(reader.isExpired).toBe(false);
  collection.clockMs += 10_001;
  expect(reader.isExpired).toBe(true);
});

test("reads a list of 1,000 pages only once", async () => {
  const collection = Collection.of(100_000);
  collection.requestMs = 500;
  const startMs = collection.clockMs;
  const reader = collection.reader();
  const readWhileExpired: string[] = [];
  const oldestFirst = [...collection.ids].reverse().values();
  const worker = async () => {
    for (const id of oldestFirst) {
      if (reader.isExpired) readWhileExpired.push(id);
      await reader.read(id);
    }
  };
  await Promise.all(Array.from({ length: 64 }, worker));
  expect(readWhileExpired).toEqual([]);
  expect(collection.clockMs - startMs).toBeGreaterThan(480_000);
  expect(collection.pages).toBeLessThanOrEqual(1_000);
  expect(collection.gets.length).toBeLessThanOrEqual(600);
});
