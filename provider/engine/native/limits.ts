import { processClock, withLimit } from "../../account/process/waits";
import { UserError } from "../../lifecycle";

/** Node.js fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends the waits of operations when the engine cancels the run, or when the resource's `customTimeouts` expire. */
export class Limits {
  private readonly cancellation = new AbortController();

  /** Also rejects operations that have not started. */
  cancel(): void {
    this.cancellation.abort(new UserError("the engine canceled the run: run again to continue"));
  }

  /** @param seconds - 0 for no limit. */
  async run<T>(seconds: number, task: () => Promise<T>): Promise<T> {
    const { signal: canceled } = this.cancellation;
    canceled.throwIfAborted();
    if (!(seconds > 0)) return withLimit(canceled, task);
    const [timeout, ended] = [new AbortController(), new AbortController()];
    const error = new UserError(
      `the custom timeout of ${seconds} s has expired: run again to continue, or raise the timeout`,
    );
    processClock.sleep(Math.min(seconds * 1000, MAX_TIMER_MS), ended.signal).then(
      () => timeout.abort(error),
      () => undefined,
    );
    try {
      return await withLimit(AbortSignal.any([canceled, timeout.signal]), task);
    } finally {
      ended.abort();
    }
  }
}
