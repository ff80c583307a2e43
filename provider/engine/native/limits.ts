import { processClock, withLimit } from "../../account/process/waits";
import { UserError } from "../../lifecycle";

const CANCELED = "the engine has canceled the run: run again to go on";

/** How long operations may wait: until the engine cancels the run, or as long as the resource's `customTimeouts` say. */
export class Limits {
  private readonly canceling = new AbortController();

  /** Ends all waits, and refuses operations that have not begun. */
  cancel(): void {
    this.canceling.abort(new UserError(CANCELED));
  }

  /** @param seconds - 0 for no limit. */
  async run<T>(seconds: number, task: () => Promise<T>): Promise<T> {
    const { signal: canceled } = this.canceling;
    canceled.throwIfAborted();
    if (!(seconds > 0)) return withLimit(canceled, task);
    const [late, ended] = [new AbortController(), new AbortController()];
    const timeout = new UserError(
      `the custom timeout of ${seconds} s is over: run again to go on, or raise it`,
    );
    processClock.sleep(Math.min(seconds * 1000, LONGEST_TIMER_MS), ended.signal).then(
      () => late.abort(timeout),
      () => undefined,
    );
    try {
      return await withLimit(AbortSignal.any([canceled, late.signal]), task);
    } finally {
      ended.abort();
    }
  }
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
