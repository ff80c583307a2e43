import { LostReplyError, meaningOfStatus } from "../../../api";
import type { Props } from "../../../family/resource";
import { retryBadLists } from "../../run/recent-objects";
import { reasonOf, UserError } from "../../values/errors";
import { Attempts } from "./attempts";
import { EarlierRuns } from "./earlier-runs";
import type { OwnObjects } from "./own-objects";
import { type CreationState, foundOrNot, INTENT, MOST_ATTEMPTS, next, type Step } from "./transitions";

/**
 * A request may still be on its way, and a list may show its object late: the pauses between the searches, in ms, before
 * the request is sent again.
 */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** The same where the service itself reported a failure, which seldom comes with an object. */
const PAUSES_AFTER_FAILURE_MS = [1_000, 2_000];
/** Whether the service itself responded, with an error. */
const isFailure = ({ status = 0 }: LostReplyError) => status >= 500 && !meaningOfStatus(status).mayBeUnderWay;

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

const waiting = (pauses: readonly number[]) =>
  `the response to its creation was lost, and the list does not show its object: looking again for ${seconds(pauses.reduce((sum, pause) => sum + pause, 0))}`;

export interface CreatedObject {
  readonly object: Props;
  /** `left`: by an earlier run; it may have changed since. `exists`: it existed before, and the program adopts it. */
  readonly origin: "new" | "left" | "exists";
}

/** Looks for the object that the program adopts instead of creating one. */
export type LookUp = () => Promise<Props | undefined>;

/**
 * Creates one object exactly once. A POST whose response was lost may have been carried out, so before it is sent
 * again its object is searched for among the collection's new objects. The same applies to a POST of an earlier run
 * that was killed.
 *
 * @throws UserError when several equal objects are found and their owner cannot be determined.
 */
export function createOnce(own: OwnObjects, lookUp?: LookUp): Promise<CreatedObject> {
  return new Creating(own, lookUp).run();
}

class Creating {
  private readonly attempts: Attempts;

  constructor(
    private readonly own: OwnObjects,
    private readonly lookUp: LookUp | undefined,
  ) {
    this.attempts = new Attempts(own);
  }

  async run(): Promise<CreatedObject> {
    let state = INTENT;
    let error: unknown;
    for (;;) {
      const step = await this.step(state, error);
      state = next(state, step.event);
      error = step.error ?? error;
      if (state.at !== "resolved") continue;
      const { outcome } = state;
      if (outcome === "not created" || outcome === "exists") this.own.intent.dropped();
      const origin = outcome === "left" || outcome === "exists" ? outcome : "new";
      if (step.object) return { object: step.object, origin };
      throw error instanceof LostReplyError ? this.gaveUpError(error) : error;
    }
  }

  /** Performs the action of a state and returns its result. An error ends the creation in that state. */
  private async step(state: CreationState, error: unknown): Promise<Step> {
    if (state.at === "intent") {
      const left = await new EarlierRuns(this.own).find();
      const existing = left || !this.lookUp ? undefined : await this.findExisting(this.lookUp);
      return existing ? { event: "exists", object: existing } : foundOrNot(left);
    }
    if (state.at === "sent") return this.attempts.send(state.attempt);
    if (error instanceof LostReplyError) return foundOrNot(await this.afterLoss(error));
    // The repeated request may conflict with its own object.
    const found = await this.searchRepeatedly(PAUSES_MS, 1);
    return foundOrNot(this.own.isShownOnce ? undefined : found);
  }

  /** An error means that nothing was sent. */
  private async findExisting(lookUp: LookUp): Promise<Props | undefined> {
    try {
      return await lookUp();
    } catch (error) {
      this.own.intent.dropped();
      throw error;
    }
  }

  private async afterLoss(error: LostReplyError): Promise<Props | undefined> {
    let found: Props | undefined;
    try {
      found = await this.searchRepeatedly(isFailure(error) ? PAUSES_AFTER_FAILURE_MS : PAUSES_MS);
    } catch (cause) {
      if (cause instanceof UserError) {
        this.own.equals.lost--;
        throw cause;
      }
      const why = `${error.message}; and looking for the object failed: ${reasonOf(cause)}`;
      throw new UserError(
        `${this.own.request.family.name}: ${why}. Run again: what was created will be recognised, unless TUNNEL_EDGE_JOURNAL_DIR is off`,
        { cause },
      );
    }
    this.own.equals.lost--;
    if (found && this.own.isShownOnce && !this.attempts.isFromThisCreation(found))
      throw this.own.recordUnknownOwner([String(found.id)]);
    return found && this.own.usableObject(found);
  }

  /** Searches for the object, and again after each pause until a list shows it. */
  private async searchRepeatedly(pauses: readonly number[], extra = 0): Promise<Props | undefined> {
    const { name } = this.own.request.family;
    const began = this.own.run.now();
    const search = () => retryBadLists(this.own.run, () => this.own.find(this.attempts.window, extra));
    const first = await search();
    if (first) return first;
    this.own.run.report(`${name}: ${waiting(pauses)}`);
    for (const pause of pauses) {
      await this.own.run.sleep(pause);
      const found = await search();
      if (!found) continue;
      const late = seconds(this.own.run.now() - began);
      this.own.run.report(`${name} ${String(found.id)}: the list has shown it only after ${late}`);
      return found;
    }
    return undefined;
  }

  private gaveUpError(error: LostReplyError): UserError {
    return new UserError(
      `${this.own.request.family.name}: nothing was created in ${MOST_ATTEMPTS} attempts: ${error.message.replace(`; ${LostReplyError.consequence}`, "")}`,
    );
  }
}
