import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits until a run has reached a point, such as its tenth request.
 *
 * @param done - Settles when the run ends.
 * @throws Error with the run's result as its cause, if the run ends first
 */
export async function waitUntilReached(done: Promise<unknown>, isReached: () => boolean): Promise<void> {
  let end: { readonly result: unknown } | undefined;
  const recordEnd = (result: unknown) => {
    end = { result };
  };
  done.then(recordEnd, recordEnd);
  while (!isReached()) {
    if (end) throw new Error("the run ended too early", { cause: end.result });
    await pause(20);
  }
}
