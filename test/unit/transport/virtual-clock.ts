/** Time that passes only when everybody waits. */
export class VirtualClock {
  private time = 1_000_000;
  private readonly timers: { at: number; resolve: () => void }[] = [];

  readonly now = (): number => this.time;
  readonly elapsed = this.now;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.timers.push({ at: this.time + ms, resolve });
    });

  /** Lets time pass until `task` is done; returns how much passed, in ms. */
  async run(task: Promise<unknown>): Promise<number> {
    const begun = this.time;
    let done = false;
    const watched = task.finally(() => {
      done = true;
    });
    watched.catch(() => {});
    for (;;) {
      await new Promise(setImmediate);
      if (done) break;
      this.timers.sort((a, b) => a.at - b.at);
      const next = this.timers.shift();
      if (!next) throw new Error("everybody waits for something that will never come");
      this.time = Math.max(this.time, next.at);
      next.resolve();
    }
    await watched;
    return this.time - begun;
  }
}
