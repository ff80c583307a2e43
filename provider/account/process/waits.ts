import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";
import { UserError } from "../../lifecycle";
import { type Clock, systemClock } from "../../transport";

let current = systemClock;

/** The clock by which all accounts of this process wait. */
export const processClock: Clock = {
  now: () => current.now(),
  elapsed: () => current.elapsed(),
  sleep: (ms, signal) => current.sleep(ms, signal),
};

/** Sets the clock of this process: the machine's, unless a test sets another. */
export function setProcessClock(clock: Clock): void {
  current = clock;
}

/** Ends the waits of the operation under way; what was sent is answered all the same. */
const limits = new AsyncLocalStorage<AbortSignal>();
const NEVER = unbounded(new AbortController().signal);

/**
 * Runs an operation whose waits end when the signal aborts: they reject with its reason, which must be an error for
 * users. Requests in flight are not cut off, so that no object is lost.
 */
export const withLimit = <T>(limit: AbortSignal, task: () => Promise<T>): Promise<T> =>
  limits.run(unbounded(limit), task);

/** Aborts when the operation under way has to wait no longer; never where it has no limit. */
export const currentLimit = (): AbortSignal => limits.getStore() ?? NEVER;

/**
 * The result of a task that others may share; rejects earlier when the limit of the operation aborts.
 *
 * @param waitedFor - What has not happened then, for users.
 */
export function withinLimit<T>(task: Promise<T>, waitedFor: string): Promise<T> {
  const limit = currentLimit();
  // What an operation does after its limit puts things in order.
  if (limit.aborted) return task;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new UserError(`${waitedFor}; ${limit.reason.message}`));
    limit.addEventListener("abort", stop, { once: true });
    task.then(resolve, reject).finally(() => limit.removeEventListener("abort", stop));
  });
}

/** Many requests of one run wait on the same signal. */
function unbounded(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
