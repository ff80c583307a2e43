import { isClientError, LostReplyError } from "../../../api";
import type { Props } from "../../../family/resource";
import { FIRST_PAUSE_MS, isWithin, type Window } from "../../run/recent-objects";
import { earliestStamp, likelyStamp, observeCreated } from "../../run/stamps";
import type { OwnObjects } from "./own-objects";
import type { Step } from "./transitions";

/** Assumed limit of the difference between two clocks while the server's is unknown. */
const UNKNOWN_CLOCK_MS = 5 * 60_000;

/** The requests of one creation, and when they were sent. */
export class Attempts {
  private firstSentAt: number | undefined;

  constructor(private readonly own: OwnObjects) {}

  /** Sends the request once. */
  async send(attempt: number): Promise<Step> {
    const { run, body, equals, intent, request } = this.own;
    if (attempt > 1) await run.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 2));
    const { collection, secrets } = request;
    const sentAt = run.now();
    this.firstSentAt ??= sentAt;
    intent.sending(this.earliest());
    const post = () => run.api.post(collection.path, body, { secrets });
    try {
      const object = await equals.send(post, (created) => {
        observeCreated(run, created, sentAt);
        intent.answered(String(created.id));
      });
      return { event: "answered", object };
    } catch (error) {
      if (error instanceof LostReplyError) return { event: "lost", error };
      return { event: isClientError(error) ? "refused" : "failed", error };
    }
  }

  /** When an object of this creation can have been created. */
  readonly window = (): Window => ({ from: this.earliest() });

  /** Whether an object dates from the attempts themselves. An older object must not be deleted. */
  isFromThisCreation(object: Props): boolean {
    const { run } = this.own;
    const from = likelyStamp(run, this.firstSentAt ?? run.now());
    return from !== undefined && isWithin(object, { from });
  }

  /** The earliest possible `created_at` of an object of this creation. */
  private earliest(): number {
    const { run } = this.own;
    const sentAt = this.firstSentAt ?? run.now();
    return earliestStamp(run, sentAt) ?? sentAt - UNKNOWN_CLOCK_MS;
  }
}
