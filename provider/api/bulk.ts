import { type Clock, systemClock } from "../transport";
import type { Page } from "./list";
import type { Wire } from "./wire";

/** Reads that arrive within this time of each other share requests. */
const GATHER_MS = 10;
const MAX_IDLE_MS = 10_000;
/** Counts from the last page: a list of 1,000 pages takes 8 minutes at 120 requests a minute. */
const MAX_AGE_MS = 300_000;

interface BulkSource {
  pages(): AsyncGenerator<Page, void>;
  /** Returns undefined if the object is gone. */
  get(id: string): Promise<Wire | undefined>;
  /** True if single objects may be readable although listing them failed with this error. */
  canReadSingly(error: unknown): boolean;
}

interface Waiter {
  id: string;
  resolve: (object: Wire | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Serves the reads of one collection with as few requests as possible: a single read is one GET, many reads are pages of
 * the list. It serves one burst of reads, such as a refresh; its owner discards it on every write.
 *
 * Neither the number of reads nor the length of the list is known in advance, so it decides by cost: after `n` reads it has
 * fetched at most `2 n - 5` pages (at least one, from the second read on). Reads that these pages do not cover are GETs. A
 * few objects in a huge account therefore cost at most three times the GETs, and a refresh of everything costs little more
 * than the pages of the list.
 *
 * The fetched pages serve each id once, because a repeated read needs fresh data. An object that they lack is read by GET
 * before it counts as gone.
 */
export class BulkReader {
  private readonly fetched = new Map<string, Wire>();
  private readonly servedIds = new Set<string>();
  private waiting: Waiter[] = [];
  private pages: AsyncGenerator<Page, void> | undefined;
  private isListComplete = false;
  private pagesFetched = 0;
  private lastPageAt: number | undefined;
  private reads = 0;
  private isBusy = false;
  private getsInFlight = 0;
  private lastUse: number;

  constructor(
    private readonly source: BulkSource,
    private readonly clock: Pick<Clock, "elapsed" | "sleep"> = systemClock,
  ) {
    this.lastUse = clock.elapsed();
  }

  /** True if new reads need a new reader. Pending ones are still served. */
  get isExpired(): boolean {
    const now = this.clock.elapsed();
    const isIdle = !this.isBusy && this.getsInFlight === 0 && now - this.lastUse > MAX_IDLE_MS;
    return isIdle || now - (this.lastPageAt ?? now) > MAX_AGE_MS;
  }

  read(id: string): Promise<Wire | undefined> {
    this.reads++;
    this.lastUse = this.clock.elapsed();
    if (this.servedIds.has(id)) return this.source.get(id);
    const object = this.take(id);
    if (object) return Promise.resolve(object);
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, resolve, reject });
      if (!this.isBusy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      await this.gather();
      if (this.mayFetchPage()) await this.fetchPage();
      else this.getEach(this.waiting.splice(0));
    }
    this.isBusy = false;
  }

  /** Waits until reads stop arriving. */
  private async gather(): Promise<void> {
    for (let readsBefore = -1; readsBefore !== this.reads; ) {
      readsBefore = this.reads;
      await this.clock.sleep(GATHER_MS);
    }
  }

  private mayFetchPage(): boolean {
    if (this.isListComplete || this.reads < 2) return false;
    return this.pagesFetched < Math.max(1, 2 * this.reads - 5);
  }

  private async fetchPage(): Promise<void> {
    this.pages ??= this.source.pages();
    this.pagesFetched++;
    this.lastPageAt = this.clock.elapsed();
    try {
      const { value: page } = await this.pages.next();
      // The request may have been queued for minutes, so the times start now.
      this.lastPageAt = this.clock.elapsed();
      this.lastUse = this.lastPageAt;
      for (const object of page?.items ?? []) this.fetched.set(String(object.id), object);
      this.isListComplete = page?.isLast ?? true;
    } catch (error) {
      this.isListComplete = true;
      if (!this.source.canReadSingly(error)) {
        for (const waiter of this.waiting.splice(0)) waiter.reject(error);
        return;
      }
    }
    this.waiting = this.waiting.filter((waiter) => {
      const object = this.take(waiter.id);
      if (object) waiter.resolve(object);
      return !object;
    });
  }

  private getEach(waiters: readonly Waiter[]): void {
    for (const { id, resolve, reject } of waiters) {
      this.servedIds.add(id);
      this.getsInFlight++;
      const end = () => {
        this.getsInFlight--;
        this.lastUse = this.clock.elapsed();
      };
      this.source.get(id).finally(end).then(resolve, reject);
    }
  }

  private take(id: string): Wire | undefined {
    const object = this.fetched.get(id);
    if (object) this.servedIds.add(id);
    this.fetched.delete(id);
    return object;
  }
}
