import { vi } from "vitest";

/**
 * Waits until an assertion holds. The limit ends a wait for what never comes: a busy machine may take many times as
 * long as an idle one.
 */
export const until = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
