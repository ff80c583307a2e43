/** Runs one task at a time per key. For example, two resources may send commands to the same agent. */
export class OneAtATime {
  private readonly underWay = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.underWay.get(key);
    const turn = (async () => {
      await before?.catch(() => undefined);
      return task();
    })();
    this.underWay.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.underWay.get(key) === turn) this.underWay.delete(key);
    }
  }
}
