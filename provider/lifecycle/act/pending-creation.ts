import { classifyStatus, itemPath, LostReplyError } from "../../api";
import type { Props, Wire } from "../../family/resource";
import { isOwnMark } from "../plan/marks";
import type { Creations } from "../run/creations";
import type { Intent, Worker } from "../run/journal";
import type { DeclaredResource, Run } from "../run/lifecycle";
import { isWithin, retryBadLists, type Window } from "../run/recent-objects";
import { collectionOf } from "../values/collection";
import { reasonOf, UserError } from "../values/errors";
import { addMark, canBeMarked, markIn, markOf } from "../values/mark";
import { creationKey, matchesInputs } from "../values/response";
import { creationBody } from "../values/wire";
import { MAX_ATTEMPTS } from "./transitions";

/** Pauses between searches. The request may still be on its way, and a list may contain its object only later. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** Shorter pauses after the service reported a failure, which seldom leaves an object. */
const PAUSES_AFTER_FAILURE_MS = [1_000, 2_000];
const isServiceFailure = ({ status = 0 }: LostReplyError) =>
  status >= 500 && !classifyStatus(status).mayBeUnderWay;

/** First wait for another process that is creating an equal object. Doubles up to the limit; a minute in total. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 4_000;
const MAX_WAITS = 18;

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

/** It is unknown which of several equal objects this creation made. */
class OwnerUnknown extends UserError {}

/** An object that is being created: the journal's intent, and the search for the object of a lost response. */
export class PendingCreation {
  readonly intent: Intent;
  readonly creations: Creations;
  /** Shared by creations of equal objects. A search may find an object of any of them. */
  readonly group: string;
  readonly mark: string | undefined;
  readonly path: string;
  readonly body: Wire;
  /** True if the resource already has an object, which is deleted at the end. */
  readonly isReplacement: boolean;
  firstSentAt: number | undefined;

  /** Records the intent in the journal, before anything is sent. */
  constructor(
    readonly run: Run,
    readonly resource: DeclaredResource,
  ) {
    const { family, inputs, creator } = resource;
    const collection = collectionOf(family, inputs);
    this.path = collection.path;
    const body = creationBody(family, inputs);
    const name = creator?.name;
    const isMarked = run.ownershipMark && name !== undefined && canBeMarked(family);
    const mark = isMarked ? markOf(family, this.path, name) : undefined;
    this.body = mark === undefined ? body : addMark(family, body, mark);
    // If the mark doesn't fit, the sent values identify own objects.
    this.mark = this.body === body ? undefined : mark;
    this.creations = run.ledger.creations.forCollection(run, collection);
    this.group = this.mark ?? creationKey(family, inputs);
    this.isReplacement = creator?.hasObject === true;
    const { path, isReplacement } = this;
    const creation = { family: family.name, path, body, name, stack: creator?.stack, isReplacement };
    this.intent = run.journal.begin(creation);
  }

  /** Searches for the object after an error that doesn't show whether the object was created. */
  async confirm(error: unknown): Promise<Props | undefined> {
    if (error instanceof LostReplyError) return this.confirmLost(error);
    // The service rejected a repeated request, which may conflict with the object of the previous one.
    const object = await this.searchRepeatedly(PAUSES_MS, 1);
    // An object whose secret was in the lost response is useless.
    return this.hasOneTimeSecret ? undefined : object;
  }

  private async confirmLost(error: LostReplyError): Promise<Props | undefined> {
    const pauses = isServiceFailure(error) ? PAUSES_AFTER_FAILURE_MS : PAUSES_MS;
    const object = await this.searchRepeatedly(pauses).catch((cause: unknown) => {
      // If only the wait for another process failed, the object still counts as lost.
      if (cause instanceof OwnerUnknown) this.creations.recordConfirmation(this.group);
      if (cause instanceof UserError) throw cause;
      throw new UserError(
        `${this.resource.family.name}: ${error.message}; looking for the object failed too: ${reasonOf(cause)}. Run again: the object will be recognized, unless TUNNEL_EDGE_JOURNAL_DIR is off`,
        { cause },
      );
    });
    this.creations.recordConfirmation(this.group);
    if (object && this.hasOneTimeSecret && !this.isFromThisCreation(object))
      this.throwOwnerUnknown([String(object.id)]);
    return object && this.acceptOrDelete(object);
  }

  private async searchRepeatedly(pauses: readonly number[], extra = 0): Promise<Props | undefined> {
    const { run } = this;
    const { name } = this.resource.family;
    const startedAt = run.now();
    const window = () => ({ from: this.creations.earliestTime(this.sentAt, this.intent).at });
    const search = () => retryBadLists(run, () => this.findAndClaim(window, extra));
    const first = await search();
    if (first) return first;
    const longest = seconds(pauses.reduce((sum, pause) => sum + pause, 0));
    run.report(
      `${name}: the response to its creation was lost, and the list does not contain its object: looking again for ${longest}`,
    );
    for (const pause of pauses) {
      await run.sleep(pause);
      const object = await search();
      if (!object) continue;
      const delay = seconds(run.now() - startedAt);
      run.report(`${name} ${String(object.id)}: the list contained it only after ${delay}`);
      return object;
    }
    return undefined;
  }

  /**
   * Finds and claims an object of this creation. Throws OwnerUnknown if there are more objects than lost responses, because
   * some are then someone else's.
   *
   * @param extra - Number of objects that this creation may have made although no response counts as lost.
   */
  findAndClaim(window: () => Window, extra = 0): Promise<Props | undefined> {
    return this.creations.searches.runExclusive(this.group, async () => {
      const candidates = await this.findCandidates(window);
      const allowed = this.creations.countLost(this.group) + this.intent.countUnanswered() + extra;
      if (candidates.length > allowed && this.mark === undefined)
        this.throwOwnerUnknown(candidates.map(({ id }) => String(id)));
      // Lists are newest first, so the last one is the oldest.
      const object = candidates.at(-1);
      if (!object) return undefined;
      const id = String(object.id);
      // A replacement must not claim the object that it replaces, which is deleted at the end.
      if (this.isReplacement && this.firstSentAt !== undefined) {
        if (!this.isFromThisCreation(object)) this.throwOwnerUnknown([id]);
        this.run.ledger.objects.taken.add(id);
      }
      if (this.hasOneTimeSecret) this.intent.recordOrphan(id);
      else this.intent.recordAnswer(id);
      return object;
    });
  }

  /** Returns objects that this creation may have made, once no other process can receive them as its response. */
  private async findCandidates(window: () => Window): Promise<readonly Props[]> {
    for (let waits = 0; ; waits++) {
      const recent = await this.creations.recentObjects.listSince(() => window().from);
      await this.creations.waitForRequests();
      const { objects } = this.run.ledger;
      const free = () =>
        recent
          .filter((object) => isWithin(object, window()) && this.mayBeOwn(object))
          .filter((object) => !this.isTaken(object) && !objects.wasInState(this.objectId(object)));
      // An object with this mark is this resource's, whatever other processes create.
      if (this.mark !== undefined || free().length === 0) return free();
      // Repeated after the wait, because the other processes may have claimed objects in the meantime.
      const worker = this.intent.findOtherWorker();
      if (!worker) return free();
      await this.waitForWorker(worker, waits);
    }
  }

  async waitForWorker({ pid, since }: Worker, waits: number): Promise<void> {
    const { name } = this.resource.family;
    const process = pid === undefined ? "a process of another machine" : `process ${pid}`;
    const cause = `${process}, which shares the intent journal, has been creating an equal object since ${new Date(since).toISOString()}`;
    if (waits >= MAX_WAITS) {
      const end =
        pid === undefined ? "" : `, or end the process (kill ${pid}) if it is left over from a killed run`;
      throw new UserError(
        `${name}: ${cause}, so it is unknown which object is whose. Nothing was changed: run again when that process has ended${end}`,
      );
    }
    if (waits === 0) this.run.report(`${name}: ${cause}: waiting for it, for a minute at most`);
    await this.run.sleep(Math.min(FIRST_WAIT_MS * 2 ** waits, MAX_WAIT_MS));
  }

  private get sentAt(): number {
    return this.firstSentAt ?? this.run.now();
  }

  /** True if an object was certainly created after the first attempt. An object that may be older must not be deleted. */
  private isFromThisCreation(object: Props): boolean {
    // Without an assumed lag, which would also include older objects.
    const from = this.creations.earliestCreatedAt(this.sentAt, 0);
    return from !== undefined && isWithin(object, { from });
  }

  mayBeOwn(object: Props): boolean {
    if (this.mark !== undefined) return isOwnMark(markIn(object), this.mark);
    const { family, inputs } = this.resource;
    return !this.isMarkedForOther(object) && matchesInputs(family, inputs, object);
  }

  isMarkedForOther(object: Props): boolean {
    const mark = markIn(object);
    return mark !== undefined && mark !== markIn(this.body) && !isOwnMark(mark, this.mark);
  }

  isTaken(object: Props): boolean {
    const objectId = this.objectId(object);
    return this.run.journal.isTaken(objectId.id) || this.run.ledger.objects.isDeclared(objectId);
  }

  private objectId({ id }: Props) {
    return { family: this.resource.family.name, id: String(id) };
  }

  get(id: string): Promise<Props | undefined> {
    return this.run.api.find(itemPath(this.path, id), id);
  }

  /** Returns the object, or deletes it if its secret was only in the lost response, which makes it useless. */
  async acceptOrDelete(object: Props): Promise<Props | undefined> {
    if (!this.hasOneTimeSecret) return object;
    const { name, onceKeys } = this.resource.family;
    const id = String(object.id);
    this.run.report(
      `${name} ${id} was created but its ${onceKeys.join(", ")}, which is shown once, did not arrive: it is deleted, and another one is created`,
    );
    await this.run.api.delete(itemPath(this.path, id));
    return undefined;
  }

  get hasOneTimeSecret(): boolean {
    return this.resource.family.onceKeys.length > 0;
  }

  /** Records the candidates before it throws, so that later runs report the same until the user decides. */
  throwOwnerUnknown(ids: readonly string[]): never {
    this.intent.recordCandidates(ids);
    throw this.ownerUnknownError(ids);
  }

  ownerUnknownError(ids: readonly string[]): OwnerUnknown {
    return new OwnerUnknown(
      `${this.resource.family.name}: the response to its creation was lost, and it is unknown which of the equal objects ${ids.join(", ")} it created and which another client created. None was adopted or changed. Search for the ids in \`pulumi stack export\` of your stacks: an object that a state has must stay. Set adoptId to the one that is yours, or delete that one if no state has it and nothing uses it. Then run again`,
    );
  }

  notCreatedError(error: LostReplyError): UserError {
    const why = error.message.replace(`; ${LostReplyError.consequence}`, "");
    const { name } = this.resource.family;
    return new UserError(`${name}: nothing was created in ${MAX_ATTEMPTS} attempts: ${why}`);
  }
}
