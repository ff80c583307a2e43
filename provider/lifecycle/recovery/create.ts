import { isClientError, LostReplyError } from "../../api";
import type { Props } from "../../family/resource";
import { reasonOf, UserError } from "../errors";
import type { LifecycleContext } from "../lifecycle";
import { observeCreated } from "./creations";
import { EarlierRuns } from "./earlier-runs";
import { type CreateRequest, FIRST_PAUSE_MS, OwnObjects } from "./own-objects";
import { type CreationEvent, type CreationState, INTENT, MOST_ATTEMPTS, next } from "./transitions";

/** A request may still be on its way: the look is repeated this much later before it is sent again. */
const SECOND_LOOK_MS = 1_000;
/** Statuses by which a proxy says that what is behind it has not answered: it may be at work still. */
const STILL_AT_WORK = [502, 504];

export interface CreatedObject {
  readonly object: Props;
  /** An earlier run made it; it may have changed since. */
  readonly isEarlier: boolean;
}

/**
 * Creates one object, once. A POST whose response was lost may have been carried out: before it is sent again, what is new
 * in the collection is searched for its object. The same is done for a POST of an earlier run that was killed.
 *
 * @throws UserError when several equal objects turn up and nobody can tell whose they are.
 */
export function createOnce(account: LifecycleContext, request: CreateRequest): Promise<CreatedObject> {
  return new Creating(account, request).run();
}

/** What one state has led to. */
interface Step {
  readonly event: CreationEvent;
  readonly object?: Props | undefined;
  readonly error?: unknown;
}

const foundOrNot = (object: Props | undefined): Step =>
  object ? { event: "found", object } : { event: "nothing found" };

class Creating {
  private readonly own: OwnObjects;
  private readonly earlierRuns: EarlierRuns;

  constructor(
    private readonly account: LifecycleContext,
    private readonly request: CreateRequest,
  ) {
    this.own = new OwnObjects(account, request);
    this.earlierRuns = new EarlierRuns(this.own);
  }

  async run(): Promise<CreatedObject> {
    let state = INTENT;
    let error: unknown;
    for (;;) {
      const step = await this.step(state, error);
      state = next(state, step.event);
      error = step.error ?? error;
      if (state.at !== "resolved") continue;
      if (state.outcome === "not created") this.own.intent.dropped();
      if (step.object) return { object: step.object, isEarlier: state.outcome === "left" };
      throw error instanceof LostReplyError ? this.givenUp(error) : error;
    }
  }

  /** What is done in a state, and what comes of it. An error ends the creation where it stands. */
  private async step(state: CreationState, error: unknown): Promise<Step> {
    if (state.at === "intent") return foundOrNot(await this.earlierRuns.find());
    if (state.at === "sent") return this.send(state.attempt);
    if (error instanceof LostReplyError) return foundOrNot(await this.afterLoss(error));
    // Its own object may be what a repeated request runs into.
    const found = await this.own.find(this.own.ownWindow, 1);
    return foundOrNot(this.own.isShownOnce ? undefined : found);
  }

  private async send(attempt: number): Promise<Step> {
    if (attempt > 1) await this.account.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 2));
    const { api } = this.account;
    const sentAt = this.account.now();
    this.own.sending(sentAt);
    const post = () =>
      api.post(this.request.collection.path, this.own.body, { secrets: this.request.secrets });
    try {
      const object = await this.own.equals.send(post, (created) => {
        observeCreated(this.account, created, sentAt);
        this.own.claim(created);
      });
      return { event: "answered", object };
    } catch (error) {
      if (error instanceof LostReplyError) return { event: "lost", error };
      return { event: isClientError(error) ? "refused" : "failed", error };
    }
  }

  private async afterLoss(error: LostReplyError): Promise<Props | undefined> {
    let found: Props | undefined;
    try {
      found = await this.own.persistently(() => this.own.find(this.own.ownWindow));
      if (!found && (error.status === undefined || STILL_AT_WORK.includes(error.status))) {
        await this.account.sleep(SECOND_LOOK_MS);
        found = await this.own.persistently(() => this.own.find(this.own.ownWindow));
      }
    } catch (cause) {
      if (cause instanceof UserError) {
        this.own.equals.lost--;
        throw cause;
      }
      const why = `${error.message}; and looking for the object failed: ${reasonOf(cause)}`;
      throw new UserError(
        `${this.request.family.name}: ${why}. Run again: what was created will be recognised, unless TUNNEL_EDGE_JOURNAL_DIR is off`,
        { cause },
      );
    }
    this.own.equals.lost--;
    if (found && this.own.isShownOnce && !this.own.isOfItsMoment(found))
      throw this.own.undecided([String(found.id)]);
    return found && this.own.usable(found);
  }

  private givenUp(error: LostReplyError): UserError {
    return new UserError(
      `${this.request.family.name}: nothing was created in ${MOST_ATTEMPTS} attempts: ${error.message}`,
    );
  }
}
