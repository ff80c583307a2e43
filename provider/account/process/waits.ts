import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";
import { UserError } from "../../lifecycle";
import { type Clock, systemClock } from "../../transport";

let current = systemClock;

export const processClock: Clock = {
  now: () => current.now(),
  elapsed: () => current.elapsed(),
  sleep: (ms, signal) => current.sleep(ms, signal),
};

/** For tests. */
export function setProcessClock(clock: Clock): void {
  current = clock;
}

const limits = new AsyncLocalStorage<AbortSignal>();
const NEVER = unbounded(new AbortController().signal);

/** Waits reject with the signal's reason, an error for users. Requests in flight continue: aborting them could lose objects. */
export const withLimit = <T>(limit: AbortSignal, task: () => Promise<T>): Promise<T> =>
  limits.run(unbounded(limit), task);

/** The signal never aborts if the current operation has no limit. */
export const currentLimit = (): AbortSignal => limits.getStore() ?? NEVER;

/** Waits for a task that operations may share. Rejects when the limit of the current operation aborts. */
export function withinLimit<T>(task: Promise<T>, waitedFor: string): Promise<T> {
  const limit = currentLimit();
  // After its limit, an operation only cleans up.
  if (limit.aborted) return task;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new UserError(`${waitedFor}; ${limit.reason.message}`));
    limit.addEventListener("abort", stop, { once: true });
    task.then(resolve, reject).finally(() => limit.removeEventListener("abort", stop));
  });
}

/** Allows any number of listeners, because many requests of a run wait for the same signal. */
function unbounded(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
