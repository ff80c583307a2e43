import { vi } from "vitest";

/** Waits until an assertion holds, with a limit that is long enough for a busy machine. */
export const until = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
