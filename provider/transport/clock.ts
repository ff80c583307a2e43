import { setTimeout } from "node:timers/promises";

/** A clock in milliseconds. */
export interface Clock {
  /** Time since the epoch. The system may set it back or forward, so use `elapsed` for durations. */
  now(): number;
  /** Time since a fixed moment; monotonic. */
  elapsed(): number;
  /** Waits; rejects with the signal's reason if it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. Waits keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    setTimeout(ms, undefined, { signal }).catch(() => {
      throw signal?.reason;
    }),
};
