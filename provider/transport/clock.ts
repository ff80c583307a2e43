import { setTimeout } from "node:timers/promises";

/** A clock in milliseconds. */
export interface Clock {
  /** Time since the epoch. The system may set it back or forward, so use `elapsed` for durations. */
  now(): number;
  /** Monotonic time since a fixed moment. */
  elapsed(): number;
  /** Rejects with the signal's reason if it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Waits keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    setTimeout(ms, undefined, { signal }).catch(() => {
      throw signal?.reason;
    }),
};
