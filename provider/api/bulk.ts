import type { Page } from "./list";
import type { Wire } from "./wire";

export interface BulkOptions {
  /** Reads that come within this long of each other are answered together; 10 ms. */
  gatherMs?: number;
  /** A snapshot that nobody has asked for this long is dropped; 10 s. */
  idleMs?: number;
  /** How long a snapshot is good after its last page was fetched; 5 minutes. */
  maxAgeMs?: number;
  /** Time in ms that only goes forward. */
  now?: () => number;
}

/** How one collection is read. */
interface BulkSource {
  pages(): AsyncGenerator<Page, void>;
  /** One object by id; undefined when it is gone. */
  get(id: string): Promise<Wire | undefined>;
  /** Whether a failed list leaves any hope for reading objects one by one. */
  canGoOn(error: unknown): boolean;
}

const DEFAULTS = { gatherMs: 10, idleMs: 10_000, maxAgeMs: 300_000 };

interface Waiter {
  id: string;
  resolve: (object: Wire | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Answers the reads of one collection from as few requests as it can: a read on its own is one GET, many are pages of
 * the list. It lives for one burst of reads, such as a refresh, and is dropped by the owner at every write.
 *
 * Nobody says how many reads will come, nor how long the list is, so it decides by cost as it goes: after `n` reads it
 * has fetched at most `2 n - 5` pages (one at least, from the second read on). Reads that these pages do not answer are
 * GETs. So a handful of objects in a huge account costs at most three times the GETs alone, and a refresh of everything
 * costs little more than the pages of the list.
 *
 * A snapshot answers for each id once: who asks again wants to know anew. An object that it does not hold is asked for
 * by GET before it counts as gone.
 */
export class BulkReader {
  private readonly options: Required<BulkOptions>;
  private readonly fetched = new Map<string, Wire>();
  private readonly answered = new Set<string>();
  private waiting: Waiter[] = [];
  private pages: AsyncGenerator<Page, void> | undefined;
  private listEnded = false;
  private pagesFetched = 0;
  private lastPageAt: number | undefined;
  private reads = 0;
  private busy = false;
  private getsUnderWay = 0;
  private lastUse: number;

  constructor(
    private readonly source: BulkSource,
    options: BulkOptions = {},
  ) {
    this.options = { ...DEFAULTS, now: () => performance.now(), ...options };
    this.lastUse = this.options.now();
  }

  /**
   * Whether its time is over. Whoever still waits is answered all the same. The time counts from the last page: a list
   * of 1,000 pages takes 8 minutes at 120 requests a minute, and would never be of use if its first page aged meanwhile.
   */
  get isSpent(): boolean {
    const now = this.options.now();
    const idle = !this.busy && this.getsUnderWay === 0 && now - this.lastUse > this.options.idleMs;
    return idle || now - (this.lastPageAt ?? now) > this.options.maxAgeMs;
  }

  read(id: string): Promise<Wire | undefined> {
    this.reads++;
    this.lastUse = this.options.now();
    if (this.answered.has(id)) return this.source.get(id);
    const known = this.take(id);
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, resolve, reject });
      if (!this.busy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) {
      await this.gather();
      if (this.mayFetchPage()) await this.fetchPage();
      else this.getEach(this.waiting.splice(0));
    }
    this.busy = false;
  }

  /** Waits until no further read has come for a moment. */
  private async gather(): Promise<void> {
    for (let before = -1; before !== this.reads; ) {
      before = this.reads;
      await new Promise((resolve) => setTimeout(resolve, this.options.gatherMs));
    }
  }

  private mayFetchPage(): boolean {
    if (this.listEnded || this.reads < 2) return false;
    return this.pagesFetched < Math.max(1, 2 * this.reads - 5);
  }

  private async fetchPage(): Promise<void> {
    this.pages ??= this.source.pages();
    this.pagesFetched++;
    this.lastPageAt = this.options.now();
    try {
      const { value: page } = await this.pages.next();
      // The page may have waited for its turn for minutes, and so has everybody who asked.
      this.lastPageAt = this.options.now();
      this.lastUse = this.lastPageAt;
      for (const object of page?.items ?? []) this.fetched.set(String(object.id), object);
      this.listEnded = page?.last ?? true;
    } catch (error) {
      this.listEnded = true;
      if (!this.source.canGoOn(error)) {
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
      this.answered.add(id);
      this.getsUnderWay++;
      const end = () => {
        this.getsUnderWay--;
        this.lastUse = this.options.now();
      };
      this.source.get(id).finally(end).then(resolve, reject);
    }
  }

  private take(id: string): Wire | undefined {
    const object = this.fetched.get(id);
    if (object) this.answered.add(id);
    this.fetched.delete(id);
    return object;
  }
}
