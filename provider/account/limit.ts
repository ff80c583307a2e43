import { AsyncLocalStorage } from "node:async_hooks";
import { sleep } from "../transport";

/** Ends the waits of the operation under way; what was sent is answered all the same. */
const limits = new AsyncLocalStorage<AbortSignal>();
const NEVER = new AbortController().signal;

/**
 * Runs an operation whose waits end when the signal aborts: they reject with its reason, which must be an error for
 * users. Requests in flight are not cut off, so that no object is lost.
 */
export const withLimit = <T>(limit: AbortSignal, task: () => Promise<T>): Promise<T> =>
  limits.run(limit, task);

/** Waits `ms`; rejects when the limit of the operation or the other signal aborts. */
export function wait(ms: number, closing: AbortSignal = NEVER): Promise<void> {
  const limit = limits.getStore();
  return sleep(ms, limit ? AbortSignal.any([closing, limit]) : closing);
}
