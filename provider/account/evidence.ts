/** So long nothing new must have begun before those who wait for a response are told that there is none. */
const PAUSE_MS = 200;

/**
 * What shows in this process that the account in use is the one from which some states were written, although its base
 * URL or token is another one: one of their objects was found there. Ids are random and those of one account alone.
 *
 * "Not there" is believed only with such evidence. The engine asks for many objects at a time: an object that is not
 * there waits until another one was found, or until all that are asked for at the same time are not there either.
 */
export class Evidence {
  /** The account was asked, and did not answer. */
  isUnanswered = false;
  private underWay = 0;
  private begun = 0;
  private waiting: ((isSame: boolean) => void)[] = [];

  constructor(private proven = false) {}

  get isProven(): boolean {
    return this.proven;
  }

  /** One of the objects was found. */
  prove(): void {
    this.proven = true;
    this.tell(true);
  }

  /** Runs a task that asks for one of the objects. */
  async asking<T>(task: () => Promise<T>): Promise<T> {
    this.underWay++;
    this.begun++;
    try {
      return await task();
    } finally {
      this.underWay--;
      this.endInVain();
    }
  }

  /** Within such a task: its object is not there. Whether that is so since it is gone, and not since the account is another. */
  isGone(): Promise<boolean> {
    if (this.proven) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.endInVain();
    });
  }

  private endInVain(): void {
    const isLast = () => this.waiting.length > 0 && this.waiting.length >= this.underWay;
    if (!isLast()) return;
    const { begun } = this;
    setTimeout(() => {
      if (begun === this.begun && isLast()) this.tell(false);
    }, PAUSE_MS);
  }

  private tell(isSame: boolean): void {
    for (const resolve of this.waiting.splice(0)) resolve(isSame);
  }
}
