/**
 * What is known of a server's clock: how far it is ahead of this machine's, as an interval that each dated answer
 * narrows. Clocks of two machines may differ by minutes, and answers date themselves by the second only.
 */
export class ServerClock {
  private low = Number.NEGATIVE_INFINITY;
  private high = Number.POSITIVE_INFINITY;

  get isKnown(): boolean {
    return this.low > Number.NEGATIVE_INFINITY;
  }

  /**
   * Learns from something that the server dated.
   *
   * @param stamp - HTTP date or RFC 3339 time; what cannot be read is ignored.
   * @param sentAt - When the request was sent, by this machine's clock in ms.
   * @param receivedAt - When its response was there.
   */
  observe(stamp: unknown, sentAt: number, receivedAt: number): void {
    const server = typeof stamp === "string" ? Date.parse(stamp) : Number.NaN;
    if (Number.isNaN(server)) return;
    const low = server - receivedAt;
    const high = server + granularityOf(stamp as string) - sentAt;
    // Intervals that do not meet: one of the clocks was set, so that only the latest answer counts.
    const meets = low <= this.high && high >= this.low;
    this.low = meets ? Math.max(low, this.low) : low;
    this.high = meets ? Math.min(high, this.high) : high;
  }

  /** The earliest that the server's clock may have shown at a moment of this machine's; undefined while nothing is known. */
  earliest(local: number): number | undefined {
    return this.isKnown ? local + this.low : undefined;
  }

  /** The latest that it may have shown. */
  latest(local: number): number | undefined {
    return this.isKnown ? local + this.high : undefined;
  }
}

/** How long a stamp may stand for, in ms: stamps are cut off, not rounded. */
export function granularityOf(stamp: string): number {
  return /\.\d{3}/.test(stamp) ? 1 : 1000;
}
