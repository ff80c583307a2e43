/**
 * The offset of a server's clock from this machine's, as an interval that each dated response narrows. Clocks of two
 * machines may differ by minutes, and responses are dated to the second only.
 */
export class ServerClock {
  private low = Number.NEGATIVE_INFINITY;
  private high = Number.POSITIVE_INFINITY;
  private readonly waiting: (() => void)[] = [];

  get isKnown(): boolean {
    return this.low > Number.NEGATIVE_INFINITY;
  }

  /**
   * Learns from a timestamp of the server.
   *
   * @param stamp - HTTP date or RFC 3339 time; an unreadable one is ignored.
   * @param sentAt - When the request was sent, by this machine's clock in ms.
   * @param receivedAt - When its response had arrived.
   */
  observe(stamp: unknown, sentAt: number, receivedAt: number): void {
    const server = typeof stamp === "string" ? Date.parse(stamp) : Number.NaN;
    if (Number.isNaN(server)) return;
    const low = server - receivedAt;
    const high = server + timestampGranularity(stamp as string) - sentAt;
    // Disjoint intervals: one of the clocks was set, so only the latest response counts.
    const meets = low <= this.high && high >= this.low;
    this.low = meets ? Math.max(low, this.low) : low;
    this.high = meets ? Math.min(high, this.high) : high;
    for (const task of this.waiting.splice(0)) task();
  }

  /** Runs a task at the next observation. */
  onceObserved(task: () => void): void {
    this.waiting.push(task);
  }

  /** The earliest time that the server's clock may have shown at a local time; undefined while nothing is known. */
  earliest(local: number): number | undefined {
    return this.isKnown ? local + this.low : undefined;
  }

  /** The latest time that it may have shown. */
  latest(local: number): number | undefined {
    return this.isKnown ? local + this.high : undefined;
  }
}

/** The time span that a stamp may stand for, in ms: stamps are truncated, not rounded. */
export function timestampGranularity(stamp: string): number {
  return /\.\d{3}/.test(stamp) ? 1 : 1000;
}
