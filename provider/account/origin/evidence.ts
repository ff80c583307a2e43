import { processClock } from "../process/waits";

/** When no new read has started for this long, the waiting reads get no evidence. */
const PAUSE_MS = 1_000;

/**
 * Evidence in this process that the current account is the one from which some states were written, although its base
 * URL or token differs: one of their objects was found there. Ids are random and belong to one account only.
 *
 * Only with such evidence does "not found" count as gone. The engine reads many objects at a time: an object that is
 * not found waits until another one is found, or until all concurrent reads have found nothing either.
 */
export class Evidence {
  /** The account was queried and did not respond. */
  isUnanswered = false;
  /** Looks once for objects that earlier commands have found. */
  private lookUp: Promise<boolean> | undefined;
  private underWay = 0;
  private started = 0;
  private waiting: ((isSame: boolean) => void)[] = [];

  constructor(private proven = false) {}

  get isProven(): boolean {
    return this.proven;
  }

  prove(): void {
    this.proven = true;
    this.resolveAll(true);
  }

  /** Whether objects that earlier commands have found are there, as one look-up in this process says. */
  async provenBy(lookUp: () => Promise<boolean>): Promise<boolean> {
    this.lookUp ??= lookUp();
    if (await this.lookUp) this.prove();
    return this.proven;
  }

  async reading<T>(task: () => Promise<T>): Promise<T> {
    this.underWay++;
    this.started++;
    try {
      return await task();
    } finally {
      this.underWay--;
      this.resolveIfIdle();
    }
  }

  /**
   * Called within such a task when its object is not found. Whether the object is gone, as opposed to being in
   * another account.
   */
  isGone(): Promise<boolean> {
    if (this.proven) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.resolveIfIdle();
    });
  }

  private resolveIfIdle(): void {
    const isLast = () => this.waiting.length > 0 && this.waiting.length >= this.underWay;
    if (!isLast()) return;
    const { started } = this;
    void processClock.sleep(PAUSE_MS).then(() => {
      if (started === this.started && isLast()) this.resolveAll(false);
    });
  }

  private resolveAll(isSame: boolean): void {
    for (const resolve of this.waiting.splice(0)) resolve(isSame);
  }
}
