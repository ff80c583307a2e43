import { processClock } from "../process/waits";

/** If no read starts for this long, the waiting reads end without evidence. */
const PAUSE_MS = 1_000;

/**
 * Evidence that some states are from this account although their base URL or token differs: one of their objects was
 * found, and ids are unique. Without evidence, "not found" doesn't mean "deleted", so a read that finds nothing waits
 * until a concurrent one finds an object.
 */
export class Evidence {
  /** True if a read got no response. */
  isUnanswered = false;
  private lookUp: Promise<boolean> | undefined;
  private inFlight = 0;
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
    const isIdle = () => this.waiting.length > 0 && this.waiting.length >= this.inFlight;
    if (!isIdle()) return;
    const { started } = this;
    void processClock.sleep(PAUSE_MS).then(() => {
      if (started === this.started && isIdle()) this.resolveAll(false);
    });
  }

  private resolveAll(isSame: boolean): void {
    for (const resolve of this.waiting.splice(0)) resolve(isSame);
  }
}
