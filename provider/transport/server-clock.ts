/** The offset of a server's clock from this machine's, as an interval that each response with a time narrows. */
export class ServerClock {
  private low = Number.NEGATIVE_INFINITY;
  private high = Number.POSITIVE_INFINITY;
  private readonly waiting: (() => void)[] = [];

  /** @param timestamp - HTTP date or RFC 3339 time; ignored if invalid. The other times are this machine's, in ms. */
  observe(timestamp: unknown, sentAt: number, receivedAt: number): void {
    const server = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
    if (Number.isNaN(server)) return;
    const low = server - receivedAt;
    const high = server + timestampGranularity(timestamp as string) - sentAt;
    // If the intervals are disjoint, one of the clocks was set, so only the latest response counts.
    const overlaps = low <= this.high && high >= this.low;
    this.low = overlaps ? Math.max(low, this.low) : low;
    this.high = overlaps ? Math.min(high, this.high) : high;
    for (const task of this.waiting.splice(0)) task();
  }

  onceObserved(task: () => void): void {
    this.waiting.push(task);
  }

  /** Returns the earliest possible time of the server's clock at a local time; undefined if the offset is unknown. */
  earliest(local: number): number | undefined {
    return Number.isFinite(this.low) ? local + this.low : undefined;
  }
}

/** Returns the resolution of a timestamp in ms. Timestamps are truncated, not rounded. */
export const timestampGranularity = (timestamp: string): number => (/\.\d{3}/.test(timestamp) ? 1 : 1000);
