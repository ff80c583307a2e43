import {
  type Collection,
  isClientError,
  isNotFound,
  itemPath,
  LostReplyError,
  ResponseError,
} from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { adoptionOf } from "../adoption";
import { reasonOf, UserError } from "../errors";
import type { Creator, LifecycleContext } from "../lifecycle";
import { observe } from "../state";
import {
  type Creations,
  type EqualCreations,
  earliestStamp,
  expectedStamp,
  observeCreated,
} from "./creations";
import type { Intent } from "./journal";
import { canBeMarked, marked, markIn, markOf } from "./mark";
import { isMadeFrom } from "./matches-inputs";
import { isWithin, type Window } from "./recent-objects";
import { type CreationEvent, type CreationState, INTENT, MOST_ATTEMPTS, next } from "./transitions";

const MOST_LOOKS = 4;
const FIRST_PAUSE_MS = 250;
/** A request may still be on its way: the look is repeated this much later before it is sent again. */
const SECOND_LOOK_MS = 1_000;
/** Statuses by which a proxy says that what is behind it has not answered: it may be at work still. */
const STILL_AT_WORK = [502, 504];
/** A creation may wait this long for its turn before it leaves. */
const LONGEST_QUEUE_MS = 20 * 60_000;
/** Waits for another process that is at work on an equal creation: each twice as long as the one before, a minute in all. */
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 32_000;
/** How far two clocks are assumed to be apart at the most while nothing is known of the server's. */
const UNKNOWN_CLOCK_MS = 5 * 60_000;

export interface CreateRequest {
  readonly family: ResourceFamily;
  readonly inputs: Props;
  readonly collection: Collection;
  readonly body: Props;
  readonly secrets: readonly string[];
  readonly creator: Creator | undefined;
}

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
  private readonly creations: Creations;
  private readonly equals: EqualCreations;
  private readonly intent: Intent;
  private readonly mark: string | undefined;
  private readonly body: Props;
  private firstSentAt: number | undefined;

  constructor(
    private readonly account: LifecycleContext,
    private readonly request: CreateRequest,
  ) {
    const { family, collection, body, creator } = request;
    const name = creator?.name;
    const marks = account.ownershipMark && name !== undefined && canBeMarked(family);
    const mark = marks ? markOf(family, collection.path, name) : undefined;
    this.body = mark === undefined ? body : marked(family, body, mark);
    // Where there was no room for it, what is ours is told by what was sent.
    this.mark = this.body === body ? undefined : mark;
    this.creations = account.ledger.creations.in(account, collection);
    this.equals = this.creations.equalTo(family, request.inputs, this.mark);
    this.intent = account.journal.begin({
      family: family.name,
      path: collection.path,
      body,
      name,
      stack: creator?.stack,
    });
  }

  async run(): Promise<CreatedObject> {
    let state = INTENT;
    let error: unknown;
    for (;;) {
      const step = await this.step(state, error);
      state = next(state, step.event);
      error = step.error ?? error;
      if (state.at !== "resolved") continue;
      if (state.outcome === "not created") this.intent.dropped();
      if (step.object) return { object: step.object, isEarlier: state.outcome === "left" };
      throw error instanceof LostReplyError ? this.givenUp(error) : error;
    }
  }

  /** What is done in a state, and what comes of it. An error ends the creation where it stands. */
  private async step(state: CreationState, error: unknown): Promise<Step> {
    if (state.at === "intent") return foundOrNot(await this.leftByEarlierRun());
    if (state.at === "sent") return this.send(state.attempt);
    if (error instanceof LostReplyError) return foundOrNot(await this.afterLoss(error));
    // Its own object may be what a repeated request runs into.
    const found = await this.find(this.ownWindow, 1);
    return foundOrNot(this.isShownOnce ? undefined : found);
  }

  private async send(attempt: number): Promise<Step> {
    if (attempt > 1) await this.account.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 2));
    const { api } = this.account;
    const sentAt = this.account.now();
    this.firstSentAt ??= sentAt;
    this.intent.sending(this.earliest());
    const post = () => api.post(this.request.collection.path, this.body, { secrets: this.request.secrets });
    try {
      const object = await this.equals.send(post, (created) => {
        observeCreated(this.account, created, sentAt);
        this.claim(created);
      });
      return { event: "answered", object };
    } catch (error) {
      if (error instanceof LostReplyError) return { event: "lost", error };
      return { event: isClientError(error) ? "refused" : "failed", error };
    }
  }

  private givenUp(error: LostReplyError): UserError {
    return new UserError(
      `${this.request.family.name}: nothing was created in ${MOST_ATTEMPTS} attempts: ${error.message}`,
    );
  }

  private async afterLoss(error: LostReplyError): Promise<Props | undefined> {
    let found: Props | undefined;
    try {
      found = await this.persistently(() => this.find(this.ownWindow));
      if (!found && (error.status === undefined || STILL_AT_WORK.includes(error.status))) {
        await this.account.sleep(SECOND_LOOK_MS);
        found = await this.persistently(() => this.find(this.ownWindow));
      }
    } catch (cause) {
      if (cause instanceof UserError) {
        this.equals.lost--;
        throw cause;
      }
      const why = `${error.message}; and looking for the object failed: ${reasonOf(cause)}`;
      throw new UserError(
        `${this.request.family.name}: ${why}. Run again: what was created will be recognised, unless TUNNEL_EDGE_JOURNAL_DIR is off`,
        { cause },
      );
    }
    this.equals.lost--;
    if (found && this.isShownOnce && !this.isOfItsMoment(found)) throw this.undecided([String(found.id)]);
    return found && this.usable(found);
  }

  /** Whether an object dates from the attempts themselves. What is deleted must not be one of the time before. */
  private isOfItsMoment(object: Props): boolean {
    const from = expectedStamp(this.account, this.firstSentAt ?? this.account.now());
    return from !== undefined && isWithin(object, { from });
  }

  /** Looks again when the response was no list: whatever garbled one answer may garble the next. */
  private async persistently<T>(look: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await look();
      } catch (error) {
        if (!(error instanceof ResponseError) || attempt >= MOST_LOOKS) throw error;
        await this.account.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  /** What a killed run has made of this very resource. */
  private async leftByEarlierRun(): Promise<Props | undefined> {
    // What is noted or marked may be the very object that is replaced, which is deleted in the end.
    const mayBeReplaced = this.request.creator?.hasObject === true;
    await this.ownPastEnded();
    const isProven = this.intent.earlier?.isDamaged !== true;
    const named = mayBeReplaced ? undefined : await this.namedInNote();
    const searched = named ? undefined : await this.leftWithoutAnswer();
    const found = named ?? searched ?? (mayBeReplaced ? undefined : await this.findMarked());
    this.intent.resolved();
    if (!found) return undefined;
    const id = String(found.id);
    // Its answer came, so that it may be in use: only what nobody can have the secret of is deleted.
    if (!searched && this.isShownOnce) throw named ? this.secretGone(id) : this.unusable(id);
    if (searched && this.isShownOnce && !isProven) throw this.undecided([id]);
    const usable = await this.usable(found);
    if (usable) {
      this.claim(usable);
      const whose =
        named || searched
          ? "was created by an earlier run that was interrupted"
          : "carries the ownership mark of this resource and is as it declares it";
      this.account.report(`${this.request.family.name} ${id} ${whose}: it is taken over`);
    }
    return usable;
  }

  /**
   * The object whose id is noted: the response to its creation came, and no later command has named it. A run may have been
   * killed before the engine recorded it, or it was left in place on purpose (`retainOnDelete`, `pulumi state delete`). So
   * it counts only as long as it is what the program declares.
   */
  private async namedInNote(): Promise<Props | undefined> {
    const id = this.intent.earlier?.id;
    const object = id === undefined ? undefined : await this.get(id);
    if (id === undefined || !object) return undefined;
    const { family, inputs } = this.request;
    const seen = observe(family, object, inputs);
    const { changes, fixed } = adoptionOf(family, id, seen, inputs);
    const differs = [...changes, ...fixed];
    if (family.manages?.({ ...seen.inputs, ...seen.computed }) === false) differs.push("kind");
    if (differs.length === 0) return object;
    this.account.report(
      `${family.name} ${id}, which an earlier run has created for this resource, differs from what it declares (${differs.join(", ")}): it is left alone and another one is created; set adoptId to ${id} to manage it instead`,
    );
    return undefined;
  }

  private async leftWithoutAnswer(): Promise<Props | undefined> {
    const { earlier } = this.intent;
    if (!earlier || earlier.id !== undefined) return undefined;
    if (earlier.unclear) {
      const still = await Promise.all(earlier.unclear.map((id) => this.get(id)));
      const isDecided = still.length === 0 || still.includes(undefined);
      if (!isDecided) throw this.unclear(earlier.unclear);
      return undefined;
    }
    const until = earlier.at + LONGEST_QUEUE_MS;
    return this.persistently(() => this.find(() => ({ from: earlier.at, until })));
  }

  /**
   * An object with this resource's mark need not be of a run that was interrupted: it may have been left in place on
   * purpose. So it counts only as long as it is what this creation makes.
   */
  private async findMarked(): Promise<Props | undefined> {
    if (this.mark === undefined) return undefined;
    const { family, inputs } = this.request;
    const objects = await this.persistently(() => this.creations.everything());
    const free = objects.filter((object) => isMadeFrom(family, inputs, object) && !this.isTaken(object));
    const found = free.find((object) => this.isMine(object));
    if (!found) for (const object of free) this.tellOfFormerMark(object);
    return found;
  }

  /** Marks of earlier releases say nothing of organization and backend: such an object may be another one's, in use. */
  private tellOfFormerMark(object: Props): void {
    const { family, collection, creator } = this.request;
    const { formerName } = creator ?? {};
    if (formerName === undefined || markIn(object) !== markOf(family, collection.path, formerName)) return;
    const id = String(object.id);
    this.account.report(
      `${family.name} ${id} carries an ownership mark of an earlier release, which resources of the same name in other organizations and backends share: it is left alone and another one is created; if it is this resource's, delete that one and set adoptId to ${id}`,
    );
  }

  private readonly ownWindow = (): Window => ({ from: this.earliest() });

  /** The earliest `created_at` that an object of this creation can have. */
  private earliest(): number {
    const sentAt = this.firstSentAt ?? this.account.now();
    return earliestStamp(this.account, sentAt) ?? sentAt - UNKNOWN_CLOCK_MS;
  }

  /**
   * Looks for an object that this creation has made and nobody else has. There may be as many as equal creations, of this
   * run and of earlier ones, are without a response (and `extra`): if there are more, some are not ours.
   */
  private find(window: () => Window, extra = 0): Promise<Props | undefined> {
    return this.equals.alone(async () => {
      const candidates = await this.candidates(window);
      const allowed = this.equals.lost + this.intent.openEarlier() + extra;
      if (candidates.length > allowed && this.mark === undefined) {
        throw this.undecided(candidates.map(({ id }) => String(id)));
      }
      const found = candidates.at(-1);
      if (found && this.isShownOnce) this.intent.orphaned(String(found.id));
      else if (found) this.claim(found);
      return found;
    });
  }

  /** Objects that this creation may have made. None of them may be one that another process is about to be answered with. */
  private async candidates(window: () => Window): Promise<readonly Props[]> {
    for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
      const seen = await this.creations.recentObjects.since(() => window().from);
      await this.equals.settled();
      const free = () =>
        seen.filter((object) => isWithin(object, window()) && this.isMine(object) && !this.isTaken(object));
      // A mark says whose an object is.
      if (this.mark !== undefined || free().length === 0) return free();
      // Counted anew after the others were looked for: what they were answered with meanwhile is taken.
      if (!this.intent.othersAtWork()) return free();
      await this.waitForOthers(wait);
    }
  }

  /** After two interrupts, or when the engine alone was killed, the provider of the run before may be at work still. */
  private async ownPastEnded(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; this.intent.earlier?.isUnderWay; wait *= 2) {
      await this.waitForOthers(wait);
      this.intent.othersAtWork();
    }
  }

  private async waitForOthers(wait: number): Promise<void> {
    const { name } = this.request.family;
    const what = "another process, which shares the intent journal, is at work on an equal creation";
    if (wait > LAST_WAIT_MS) {
      throw new UserError(
        `${name}: ${what}, so that nobody can tell yet whose object is whose. Nothing was taken or changed: run again when it has ended`,
      );
    }
    if (wait === FIRST_WAIT_MS) this.account.report(`${name}: ${what}: waiting for it`);
    await this.account.sleep(wait);
  }

  private isMine(object: Props): boolean {
    if (this.mark !== undefined) return markIn(object) === this.mark;
    return isMadeFrom(this.request.family, this.request.inputs, object);
  }

  private isTaken(object: Props): boolean {
    return this.account.journal.isTaken(String(object.id));
  }

  private claim(object: Props): void {
    this.intent.answered(String(object.id));
  }

  /** The object, unless its secret was in the lost response alone: then it is of no use to anybody and is deleted. */
  private async usable(object: Props): Promise<Props | undefined> {
    if (!this.isShownOnce) return object;
    const { name, onceKeys } = this.request.family;
    this.account.report(
      `${name} ${String(object.id)} was created but its ${onceKeys.join(", ")}, which is shown once, did not arrive: it is deleted and created again`,
    );
    await this.account.api.delete(this.item(String(object.id)));
    return undefined;
  }

  private get isShownOnce(): boolean {
    return this.request.family.onceKeys.length > 0;
  }

  private async get(id: string): Promise<Props | undefined> {
    try {
      return await this.account.api.get(this.item(id), { id });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  private item(id: string): string {
    return itemPath(this.request.collection.path, id);
  }

  private secretGone(id: string): UserError {
    const { name, onceKeys } = this.request.family;
    const secret = onceKeys.join(", ");
    return new UserError(
      `${name} ${id} was created by an earlier run for this resource, and no run has named it since: that run was interrupted before the state had it, it was left in place (retainOnDelete, pulumi state delete), or it is to be replaced (--replace, taint). It may be in use, and its ${secret}, which is shown once, cannot be read again. If the state has it, run pulumi refresh and repeat. Else delete it to have another one created, set adoptId to ${id} to manage it without its ${secret}, or run once with TUNNEL_EDGE_JOURNAL_DIR=off to keep it and create another one`,
    );
  }

  private unusable(id: string): UserError {
    const { name, onceKeys } = this.request.family;
    const secret = onceKeys.join(", ");
    return new UserError(
      `${name} ${id} carries the ownership mark of this resource: an interrupted run has created it, or it was left in place and may be in use. Its ${secret}, which is shown once, cannot be read again. Delete it to have another one created, or set adoptId to ${id} to manage it without its ${secret}`,
    );
  }

  /** Notes that nobody can tell, so that further runs say the same until somebody has decided. */
  private undecided(ids: readonly string[]): UserError {
    this.intent.unclear(ids);
    return this.unclear(ids);
  }

  private unclear(ids: readonly string[]): UserError {
    return new UserError(
      `${this.request.family.name}: the response to its creation was lost, and of the equal objects ${ids.join(", ")} nobody can tell which came of it and which somebody else made. None was taken or changed. Set adoptId to the one that is yours, or delete that one, and run again`,
    );
  }
}
