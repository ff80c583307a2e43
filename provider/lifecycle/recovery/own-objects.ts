import { type Collection, isNotFound, itemPath, ResponseError } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { UserError } from "../errors";
import type { Creator, LifecycleContext } from "../lifecycle";
import { type Creations, type EqualCreations, earliestStamp, expectedStamp } from "./creations";
import type { Intent } from "./journal";
import { canBeMarked, marked, markIn, markOf } from "./mark";
import { isMadeFrom } from "./matches-inputs";
import { isWithin, type Window } from "./recent-objects";

const MOST_LOOKS = 4;
/** Pause before the first repetition; each further one is twice as long. */
export const FIRST_PAUSE_MS = 250;
/** Waits for another process that is at work on an equal creation: each twice as long as the one before, a minute in all. */
export const FIRST_WAIT_MS = 500;
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

/** The objects that one creation has made or may have made, of all in the collection. */
export class OwnObjects {
  readonly creations: Creations;
  readonly equals: EqualCreations;
  readonly intent: Intent;
  /** What the object carries in its metadata, if anything. */
  readonly mark: string | undefined;
  /** What is sent. */
  readonly body: Props;
  private firstSentAt: number | undefined;

  constructor(
    readonly account: LifecycleContext,
    readonly request: CreateRequest,
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

  /** Notes that a request is about to leave. */
  sending(sentAt: number): void {
    this.firstSentAt ??= sentAt;
    this.intent.sending(this.earliest());
  }

  readonly ownWindow = (): Window => ({ from: this.earliest() });

  /** The earliest `created_at` that an object of this creation can have. */
  private earliest(): number {
    const sentAt = this.firstSentAt ?? this.account.now();
    return earliestStamp(this.account, sentAt) ?? sentAt - UNKNOWN_CLOCK_MS;
  }

  /** Whether an object dates from the attempts themselves. What is deleted must not be one of the time before. */
  isOfItsMoment(object: Props): boolean {
    const from = expectedStamp(this.account, this.firstSentAt ?? this.account.now());
    return from !== undefined && isWithin(object, { from });
  }

  /**
   * Looks for an object that this creation has made and nobody else has. There may be as many as equal creations, of this
   * run and of earlier ones, are without a response (and `extra`): if there are more, some are not ours.
   */
  find(window: () => Window, extra = 0): Promise<Props | undefined> {
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

  /** Looks again when the response was no list: whatever garbled one answer may garble the next. */
  async persistently<T>(look: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await look();
      } catch (error) {
        if (!(error instanceof ResponseError) || attempt >= MOST_LOOKS) throw error;
        await this.account.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  async waitForOthers(wait: number): Promise<void> {
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

  isMine(object: Props): boolean {
    if (this.mark !== undefined) return markIn(object) === this.mark;
    return isMadeFrom(this.request.family, this.request.inputs, object);
  }

  isTaken(object: Props): boolean {
    return this.account.journal.isTaken(String(object.id));
  }

  claim(object: Props): void {
    this.intent.answered(String(object.id));
  }

  /** The object, unless its secret was in the lost response alone: then it is of no use to anybody and is deleted. */
  async usable(object: Props): Promise<Props | undefined> {
    if (!this.isShownOnce) return object;
    const { name, onceKeys } = this.request.family;
    this.account.report(
      `${name} ${String(object.id)} was created but its ${onceKeys.join(", ")}, which is shown once, did not arrive: it is deleted and created again`,
    );
    await this.account.api.delete(this.item(String(object.id)));
    return undefined;
  }

  get isShownOnce(): boolean {
    return this.request.family.onceKeys.length > 0;
  }

  async get(id: string): Promise<Props | undefined> {
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

  /** Notes that nobody can tell, so that further runs say the same until somebody has decided. */
  undecided(ids: readonly string[]): UserError {
    this.intent.unclear(ids);
    return this.unclear(ids);
  }

  /** What the user is told of objects of which nobody can tell whose they are. */
  unclear(ids: readonly string[]): UserError {
    return new UserError(
      `${this.request.family.name}: the response to its creation was lost, and of the equal objects ${ids.join(", ")} nobody can tell which came of it and which somebody else made. None was taken or changed. Set adoptId to the one that is yours, or delete that one, and run again`,
    );
  }
}
