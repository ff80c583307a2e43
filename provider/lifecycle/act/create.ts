import { isClientError, itemPath, LostReplyError, meaningOfStatus } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { knownMark } from "../plan/marks";
import type { Creations, EqualCreations } from "../run/creations";
import type { Intent, Worker } from "../run/journal";
import type { Created, Creation, Run } from "../run/lifecycle";
import { hostsReserved, isAboutName, namesFree } from "../run/needs";
import { FIRST_PAUSE_MS, isWithin, retryBadLists, type Window } from "../run/recent-objects";
import { collectionOf } from "../values/collection";
import { reasonOf, UserError } from "../values/errors";
import type { Inputs, Wire } from "../values/kinds";
import { canBeMarked, claimedMark, marked, markIn, markOf } from "../values/mark";
import { matchesInputs } from "../values/matches-inputs";
import { namesOf, namesText, resourceText } from "../values/names";
import { observe } from "../values/response";
import { secretsIn } from "../values/secrets";
import { compose, TAKEN_OVER } from "../values/stored";
import { newBody } from "../values/wire";
import { adopt, adoptFound, takeOver } from "./adopt";
import { withOurDefaults } from "./defaults";
import { type ClaimedCreation, type CreateRequest, findLeftByEarlierRun } from "./earlier-runs";
import { findByName, findOrRequireWhole } from "./find";
import { explainIfGone, OR_WRONG_ID } from "./gone";
import { settled } from "./settle";
import { leftByReplacement, withNameAdvice } from "./taken-names";
import { type CreationState, foundOrNot, INTENT, MOST_ATTEMPTS, next, type Step } from "./transitions";

/** Creates the object of a resource, or takes the one that `adoptId` names or that an earlier run has left. */
export async function create(
  family: ResourceFamily,
  run: Run,
  { inputs, creator, adopts }: Creation,
): Promise<Created> {
  if (adopts !== undefined) return adopt(run, family, adopts, { inputs, creator });
  const names = namesOf(family, inputs);
  const label =
    creator?.resource === undefined
      ? `${family.name} ${creator?.name ?? namesText(names)}`
      : resourceText(family.name, creator.resource);
  const { operations } = run.ledger;
  const needs = [namesFree(operations, { label, names }), hostsReserved(label, family, inputs)];
  const sender = { label, needs, report: run.report, limit: run.limit() };
  const finder = { family, inputs, ...(creator && { creator }) };
  const lookUp = inputs.adopt === undefined ? undefined : () => findOrRequireWhole(run, finder);
  const { object, origin } = await operations
    .sendWhenPossible(sender, () => createOnce(run, { family, inputs, creator }, lookUp))
    .catch(async (error: unknown): Promise<CreatedObject> => {
      const explained = await explainIfParentGone(error, family, run, inputs);
      const named = { family, inputs, names, creator, isNew: true } as const;
      const left = await leftByReplacement(explained, run, named, creator);
      if (left) {
        run.report(
          `${family.name} ${left.id}, which a replacement of this resource has left in a run that failed, has this name: it is taken over`,
        );
        return { object: left.object, origin: "left" };
      }
      // The name was taken since the look-up, or the filter of the service did not return its object.
      const taken = lookUp && isAboutName(explained, names);
      const holder = taken ? await findByName(run, finder, "among all") : undefined;
      if (holder) return { object: holder, origin: "exists" };
      throw await withNameAdvice(explained, run, named);
    });
  if (origin === "exists") return adoptFound(run, family, object, { inputs, creator });
  const id = String(object.id);
  if (origin === "left") {
    run.ledger.objects.take(id, "taken over");
    const recorded = { [TAKEN_OVER]: run.now() };
    return takeOver(run, family, { id, object, inputs, creator, how: "taken over", recorded });
  }
  const seen = observe(family, object, inputs);
  const made = compose(family, inputs, seen, knownMark(family, inputs, seen, creator));
  const keys = Object.keys(family.inputs);
  const state = await withOurDefaults(run, family, { id, inputs, state: made, seen, keys });
  if (!family.waitUntilReady) return { id, state };
  return { id, state: await settled(run, family, { id, inputs, state, before: {}, isFresh: true }) };
}

async function explainIfParentGone(
  error: unknown,
  family: ResourceFamily,
  run: Run,
  inputs: Inputs,
): Promise<unknown> {
  const [key] = family.pathKeys.slice(-1);
  if (key === undefined) return error;
  const { path } = collectionOf(family, inputs);
  const what = `the object of ${key} ${String(inputs[key])}`;
  const parent = path.slice(0, path.lastIndexOf("/"));
  return explainIfGone(error, run, { path: parent, what, or: OR_WRONG_ID });
}

/**
 * A request may still be on its way, and a list may show its object late: the pauses between the searches, in ms, before
 * the request is sent again.
 */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** The same where the service itself reported a failure, which seldom comes with an object. */
const PAUSES_AFTER_FAILURE_MS = [1_000, 2_000];
/** Whether the service itself responded, with an error. */
const isFailure = ({ status = 0 }: LostReplyError) => status >= 500 && !meaningOfStatus(status).mayBeUnderWay;

/** First wait for another process that is creating an equal object. Doubles each time, up to a limit; a minute in total. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4_000;
const MOST_WAITS = 18;

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

const isOneOf = (mark: string | undefined, own: string | undefined) =>
  mark !== undefined && own !== undefined && (mark === own || mark === claimedMark(own));

interface CreatedObject {
  readonly object: Props;
  /** `left`: by an earlier run; it may have changed since. `exists`: it existed before, and the program adopts it. */
  readonly origin: "new" | "left" | "exists";
}

/**
 * Creates one object, exactly once: claims it, sends the request, confirms what came of it, and records that. A POST whose
 * response was lost may have been carried out, so before it is sent again its object is searched for among the
 * collection's new objects. The same applies to a POST of an earlier run that was killed.
 *
 * @param lookUp - Looks for the object that the program adopts instead of creating one.
 * @throws UserError when several equal objects are found and their owner cannot be determined.
 */
async function createOnce(
  run: Run,
  request: CreateRequest,
  lookUp?: () => Promise<Props | undefined>,
): Promise<CreatedObject> {
  const pending = new PendingCreation(run, request);
  const { intent, equals } = pending;

  const lookForExisting = async (): Promise<Step> => {
    // An earlier run shows by its note in the journal, or by the mark of its object.
    const mayBeLeft = intent.earlier !== undefined || pending.mark !== undefined;
    const left = mayBeLeft ? await findLeftByEarlierRun(pending) : undefined;
    if (!mayBeLeft) intent.resolved();
    if (left || !lookUp) return foundOrNot(left);
    const existing = await lookUp().catch((cause: unknown) => {
      intent.dropped();
      throw cause;
    });
    return existing ? { event: "exists", object: existing } : foundOrNot(undefined);
  };

  const send = async (attempt: number): Promise<Step> => {
    if (attempt > 1) await run.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 2));
    const sentAt = run.now();
    pending.firstSentAt ??= sentAt;
    const { path, body, secrets, firstSentAt } = pending;
    const post = () => run.api.post(path, body, { secrets });
    try {
      return {
        event: "answered",
        object: await equals.send(post, { intent, firstSentAt, sentAt, now: run.now }),
      };
    } catch (error) {
      if (error instanceof LostReplyError) return { event: "lost", error };
      return { event: isClientError(error) ? "refused" : "failed", error };
    }
  };

  let state: CreationState = INTENT;
  let error: unknown;
  for (;;) {
    const step =
      state.at === "intent"
        ? await lookForExisting()
        : state.at === "sent"
          ? await send(state.attempt)
          : foundOrNot(await pending.confirm(error));
    state = next(state, step.event);
    error = step.error ?? error;
    if (state.at !== "resolved") continue;
    const { outcome } = state;
    if (outcome === "not created" || outcome === "exists") intent.dropped();
    const origin = outcome === "left" || outcome === "exists" ? outcome : "new";
    if (step.object) return { object: step.object, origin };
    throw error instanceof LostReplyError ? pending.gaveUpError(error) : error;
  }
}

/** An object that is being created: its claim, and the search for what a lost response may have left. */
class PendingCreation implements ClaimedCreation {
  readonly intent: Intent;
  readonly creations: Creations;
  readonly equals: EqualCreations;
  /** The object's mark in its metadata, if any. */
  readonly mark: string | undefined;
  readonly path: string;
  readonly body: Wire;
  readonly secrets: readonly string[];
  firstSentAt: number | undefined;

  /** Claims the object: the intent is in the journal before anything is sent. */
  constructor(
    readonly run: Run,
    readonly request: CreateRequest,
  ) {
    const { family, inputs, creator } = request;
    const collection = collectionOf(family, inputs);
    this.path = collection.path;
    this.secrets = secretsIn(family.inputs, inputs);
    const body = newBody(family, inputs);
    const name = creator?.name;
    const marks = run.ownershipMark && name !== undefined && canBeMarked(family);
    const mark = marks ? markOf(family, this.path, name) : undefined;
    this.body = mark === undefined ? body : marked(family, body, mark);
    // Where the mark does not fit, own objects are recognised by the sent values.
    this.mark = this.body === body ? undefined : mark;
    this.creations = run.ledger.creations.in(run, collection);
    this.equals = this.creations.equalTo(family, inputs, this.mark);
    const { stack, hasObject: isReplacement } = creator ?? {};
    this.intent = run.journal.begin({
      family: family.name,
      path: this.path,
      body,
      name,
      stack,
      isReplacement,
    });
  }

  /** Searches for the object of a request whose response was lost, or that was refused since it may exist. */
  async confirm(error: unknown): Promise<Props | undefined> {
    if (error instanceof LostReplyError) return this.confirmLost(error);
    // The repeated request may conflict with its own object.
    const found = await this.searchRepeatedly(PAUSES_MS, 1);
    return this.isShownOnce ? undefined : found;
  }

  private async confirmLost(error: LostReplyError): Promise<Props | undefined> {
    let found: Props | undefined;
    try {
      found = await this.searchRepeatedly(isFailure(error) ? PAUSES_AFTER_FAILURE_MS : PAUSES_MS);
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
    if (found && this.isShownOnce && !this.isFromThisCreation(found))
      throw this.recordUnknownOwner([String(found.id)]);
    return found && this.usableObject(found);
  }

  /** Searches for the object, and again after each pause until a list shows it. */
  private async searchRepeatedly(pauses: readonly number[], extra = 0): Promise<Props | undefined> {
    const { run, request } = this;
    const { name } = request.family;
    const began = run.now();
    const search = () =>
      retryBadLists(run, () =>
        this.find(() => ({ from: this.creations.earliestTime(this.sentAt).at }), extra),
      );
    const first = await search();
    if (first) return first;
    const longest = seconds(pauses.reduce((sum, pause) => sum + pause, 0));
    run.report(
      `${name}: the response to its creation was lost, and the list does not show its object: looking again for ${longest}`,
    );
    for (const pause of pauses) {
      await run.sleep(pause);
      const found = await search();
      if (!found) continue;
      const late = seconds(run.now() - began);
      run.report(`${name} ${String(found.id)}: the list has shown it only after ${late}`);
      return found;
    }
    return undefined;
  }

  /**
   * Finds an unclaimed object that this creation has made. At most as many may exist as equal
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
      // A replacement's own request must not take the object that it replaces, which is deleted at the end.
      const mayBeReplaced = this.firstSentAt !== undefined && this.request.creator?.hasObject === true;
      if (found && mayBeReplaced) {
        if (!this.isFromThisCreation(found)) throw this.recordUnknownOwner([String(found.id)]);
        this.run.ledger.objects.take(String(found.id), "taken over");
      }
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
  async waitFor({ pid, since }: Worker, waits: number): Promise<void> {
    const { name } = this.request.family;
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

  private get sentAt(): number {
    return this.firstSentAt ?? this.run.now();
  }

  /** Whether an object dates from the attempts themselves. An older object must not be deleted. */
  private isFromThisCreation(object: Props): boolean {
    const from = this.creations.likely(this.sentAt);
    return from !== undefined && isWithin(object, { from });
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

  get(id: string): Promise<Props | undefined> {
    return this.run.api.find(itemPath(this.path, id), { id });
  }

  claim(object: Props): void {
    this.intent.answered(String(object.id));
  }

  /** Returns the object, unless its secret was only in the lost response: then it is useless and is deleted. */
  async usableObject(object: Props): Promise<Props | undefined> {
    if (!this.isShownOnce) return object;
    const { name, onceKeys } = this.request.family;
    const id = String(object.id);
    this.run.report(
      `${name} ${id} was created but its ${onceKeys.join(", ")}, which is shown once, did not arrive: it is deleted and created again`,
    );
    await this.run.api.delete(itemPath(this.path, id));
    return undefined;
  }

  get isShownOnce(): boolean {
    return this.request.family.onceKeys.length > 0;
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

  gaveUpError(error: LostReplyError): UserError {
    const why = error.message.replace(`; ${LostReplyError.consequence}`, "");
    return new UserError(
      `${this.request.family.name}: nothing was created in ${MOST_ATTEMPTS} attempts: ${why}`,
    );
  }
}
