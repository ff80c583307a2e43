import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for a moment of a run, such as its tenth request.
 *
 * @param done - Settles when the run ends.
 * @throws if the run ends before, with its result
 */
export async function reached(done: Promise<unknown>, isReached: () => boolean): Promise<void> {
  let end: { readonly result: unknown } | undefined;
  const note = (result: unknown) => {
    end = { result };
  };
  done.then(note, note);
  while (!isReached()) {
    if (end) throw new Error("the run has ended before", { cause: end.result });
    await pause(20);
  }
}
