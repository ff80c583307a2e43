import { type Collection, itemPath } from "../../../api";
import type { Props, ResourceFamily } from "../../../family/resource";
import type { Creator } from "../../plan/results";
import type { Creations, EqualCreations } from "../../run/creations";
import type { Intent, Worker } from "../../run/journal";
import type { Run } from "../../run/lifecycle";
import { isWithin, type Window } from "../../run/recent-objects";
import { UserError } from "../../values/errors";
import type { Inputs, Wire } from "../../values/kinds";
import { canBeMarked, claimed, marked, markIn, markOf } from "../../values/mark";
import { matchesInputs } from "../../values/matches-inputs";

/** First wait for another process that is creating an equal object. Doubles each time, up to a limit; a minute in total. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4_000;
const MOST_WAITS = 18;

const isOneOf = (mark: string | undefined, own: string | undefined) =>
  mark !== undefined && own !== undefined && (mark === own || mark === claimed(own));

export interface CreateRequest {
  readonly family: ResourceFamily;
  readonly inputs: Inputs;
  readonly collection: Collection;
  readonly body: Wire;
  readonly secrets: readonly string[];
  readonly creator: Creator | undefined;
}

/** The objects in the collection that one creation has made or may have made. */
export class OwnObjects {
  readonly creations: Creations;
  readonly equals: EqualCreations;
  readonly intent: Intent;
  /** The object's mark in its metadata, if any. */
  readonly mark: string | undefined;
  /** The request body. */
  readonly body: Wire;

  constructor(
    readonly run: Run,
    readonly request: CreateRequest,
  ) {
    const { family, collection, body, creator } = request;
    const name = creator?.name;
    const marks = run.ownershipMark && name !== undefined && canBeMarked(family);
    const mark = marks ? markOf(family, collection.path, name) : undefined;
    this.body = mark === undefined ? body : marked(family, body, mark);
    // Where the mark does not fit, own objects are recognised by the sent values.
    this.mark = this.body === body ? undefined : mark;
    this.creations = run.ledger.creations.in(run, collection);
    this.equals = this.creations.equalTo(family, request.inputs, this.mark);
    this.intent = run.journal.begin({
      family: family.name,
      path: collection.path,
      body,
      name,
      stack: creator?.stack,
    });
  }

  /**
   * Finds an object that this creation has made and that nobody else has claimed. At most as many may exist as equal
   * creations, of this and of earlier runs, lack a response (plus `extra`). If there are more, some belong to others.
   */
  find(window: () => Window, extra = 0): Promise<Props | undefined> {
    return this.equals.runExclusively(async () => {
      const candidates = await this.candidates(window);
      const allowed = this.equals.lost + this.intent.openEarlier() + extra;
      if (candidates.length > allowed && this.mark === undefined) {
        throw this.recordUnknownOwner(candidates.map(({ id }) => String(id)));
      }
      const found = candidates.at(-1);
      if (found && this.isShownOnce) this.intent.orphaned(String(found.id));
      else if (found) this.claim(found);
      return found;
    });
  }

  /** Objects that this creation may have made, except those that another process may still receive as its response. */
  private async candidates(window: () => Window): Promise<readonly Props[]> {
    for (let waits = 0; ; waits++) {
      const seen = await this.creations.recentObjects.since(() => window().from);
      await this.equals.settled();
      const free = () =>
        seen.filter((object) => isWithin(object, window()) && this.isOwn(object) && !this.isTaken(object));
      // A mark identifies the owner.
      if (this.mark !== undefined || free().length === 0) return free();
      // Evaluated again after waiting for the others: objects that they received in the meantime are claimed.
      const worker = this.intent.otherWorker();
      if (!worker) return free();
      await this.waitFor(worker, waits);
    }
  }

  /** @param waits - How often it was waited for. */
  async waitFor(worker: Worker, waits: number): Promise<void> {
    const { name } = this.request.family;
    const { pid, since } = worker;
    const where = pid === undefined ? "a process of another machine" : `process ${pid}`;
    const who = `${where}, which shares the intent journal, is at work on an equal creation since ${new Date(since).toISOString()}`;
    if (waits >= MOST_WAITS) {
      const end = pid === undefined ? "" : `, or end it (kill ${pid}) if it is left of a run that was killed`;
      throw new UserError(
        `${name}: ${who}, so that nobody can tell yet whose object is whose. Nothing was taken or changed: run again when it has ended${end}`,
      );
    }
    if (waits === 0) this.run.report(`${name}: ${who}: waiting for it, for a minute at most`);
    await this.run.sleep(Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_WAIT_MS));
  }

  isOwn(object: Props): boolean {
    if (this.mark !== undefined) return isOneOf(markIn(object), this.mark);
    return this.hasNoMarkOfOthers(object) && matchesInputs(this.request.family, this.request.inputs, object);
  }

  /** Whether an object carries no mark but that of this creation. */
  hasNoMarkOfOthers(object: Props): boolean {
    const mark = markIn(object);
    return mark === undefined || mark === markIn(this.body) || isOneOf(mark, this.mark);
  }

  isTaken(object: Props): boolean {
    const { run, request } = this;
    const id = String(object.id);
    return run.journal.isTaken(id) || run.ledger.objects.isDeclared({ family: request.family.name, id });
  }

  claim(object: Props): void {
    this.intent.answered(String(object.id));
  }

  /** Returns the object, unless its secret was only in the lost response: then it is useless and is deleted. */
  async usableObject(object: Props): Promise<Props | undefined> {
    if (!this.isShownOnce) return object;
    const { name, onceKeys } = this.request.family;
    this.run.report(
      `${name} ${String(object.id)} was created but its ${onceKeys.join(", ")}, which is shown once, did not arrive: it is deleted and created again`,
    );
    await this.run.api.delete(this.item(String(object.id)));
    return undefined;
  }

  get isShownOnce(): boolean {
    return this.request.family.onceKeys.length > 0;
  }

  async get(id: string): Promise<Props | undefined> {
    return this.run.api.find(this.item(id), { id });
  }

  private item(id: string): string {
    return itemPath(this.request.collection.path, id);
  }

  /** Records that the owner is undetermined, so that later runs report the same until someone decides. */
  recordUnknownOwner(ids: readonly string[]): UserError {
    this.intent.unclear(ids);
    return this.ownerUnknownError(ids);
  }

  /** The error about objects whose owner cannot be determined. */
  ownerUnknownError(ids: readonly string[]): UserError {
    return new UserError(
      `${this.request.family.name}: the response to its creation was lost, and of the equal objects ${ids.join(", ")} nobody can tell which came of it and which somebody else made. None was taken or changed. See which of them a state has: \`pulumi stack export\` of your stacks shows its id then, and that one has to stay. Set adoptId to the one that is yours, or delete that one if no state has it and nothing uses it, and run again`,
    );
  }
}
