import { processClock } from "../process/waits";

/** If all reads in flight wait and no other starts for this long, they end without evidence. */
const PAUSE_MS = 1_000;

/**
 * Evidence that states are from this account although their base URL or token differs: one of their objects was found, and
 * ids are unique. Without evidence, "not found" doesn't mean "deleted". So a read that finds nothing waits for a concurrent
 * one that finds an object.
 */
export class Evidence {
  /** True if a read got no response. */
  isUnanswered = false;
  private lookUp: Promise<boolean> | undefined;
  private inFlight = 0;
  /** Number of reads so far. */
  private started = 0;
  private waiting: ((isSame: boolean) => void)[] = [];

  constructor(public isProven = false) {}

  prove(): void {
    this.isProven = true;
    this.resolveAll(true);
  }

  /** Looks once per process for objects that earlier runs have found. */
  async proveBy(lookUp: () => Promise<boolean>): Promise<boolean> {
    this.lookUp ??= lookUp();
    if (await this.lookUp) this.prove();
    return this.isProven;
  }

  async duringRead<T>(task: () => Promise<T>): Promise<T> {
    this.inFlight++;
    this.started++;
    try {
      return await task();
    } finally {
      this.inFlight--;
      this.resolveIfIdle();
    }
  }

  /** Called by a task that found nothing. Resolves to true if the account is proven, so that the object is gone. */
  isGone(): Promise<boolean> {
    if (this.isProven) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.resolveIfIdle();
    });
  }

  private resolveIfIdle(): void {
    const areAllWaiting = () => this.waiting.length > 0 && this.waiting.length >= this.inFlight;
    if (!areAllWaiting()) return;
    const startedBefore = this.started;
    void processClock.sleep(PAUSE_MS).then(() => {
      if (this.started === startedBefore && areAllWaiting()) this.resolveAll(false);
    });
  }

  private resolveAll(isSame: boolean): void {
    for (const resolve of this.waiting.splice(0)) resolve(isSame);
  }
}
