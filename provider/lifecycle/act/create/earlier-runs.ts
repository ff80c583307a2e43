import type { Props } from "../../../family/resource";
import { adoptionOf } from "../../plan/adoption";
import { LONGEST_MARKED_MS } from "../../plan/marks";
import { isWithin, retryBadLists } from "../../run/recent-objects";
import { earliestStamp } from "../../run/stamps";
import { UserError } from "../../values/errors";
import { markIn, markOf } from "../../values/mark";
import { matchesInputs } from "../../values/matches-inputs";
import { observe } from "../../values/response";
import { findUsers } from "../users";
import type { OwnObjects } from "./own-objects";

/** Limit of the time that a creation waits in the queue before it is sent. */
const LONGEST_QUEUE_MS = 20 * 60_000;

/** The engine calls for other resources within this time, where none depends on the one that is created. */
const ANNOUNCEMENT_MS = 250;

/** Objects left by earlier runs that were killed before the engine recorded them. */
export class EarlierRuns {
  constructor(private readonly own: OwnObjects) {}

  /** The object that a killed run created for this resource. */
  async find(): Promise<Props | undefined> {
    // A noted or marked object may be the one being replaced, which is deleted at the end.
    const mayBeReplaced = this.own.request.creator?.hasObject === true;
    await this.waitForEarlierRun();
    const isProven = this.own.intent.earlier?.isDamaged !== true;
    const named = mayBeReplaced ? undefined : await this.createdByEarlierRun();
    const searched = named ? undefined : await this.leftWithoutResponse();
    const found = named ?? searched ?? (mayBeReplaced ? undefined : await this.findMarked());
    this.own.intent.resolved();
    if (!found) return undefined;
    const id = String(found.id);
    // Its response arrived, so it may be in use: only objects whose secret nobody can have are deleted.
    if (!searched && this.own.isShownOnce)
      throw named ? this.secretLostError(id) : this.secretUnknownError(id);
    if (searched && this.own.isShownOnce && !isProven) throw this.own.recordUnknownOwner([id]);
    const usable = await this.own.usableObject(found);
    if (usable) {
      this.own.claim(usable);
      const whose =
        named || searched
          ? "was created by an earlier run that was interrupted"
          : "carries the ownership mark of this resource and is as it declares it";
      this.own.run.report(`${this.own.request.family.name} ${id} ${whose}: it is taken over`);
    }
    return usable;
  }

  /** After two interrupts, or when only the engine was killed, the earlier run's provider may still be working. */
  private async waitForEarlierRun(): Promise<void> {
    for (let waits = 0; ; waits++) {
      const worker = this.own.intent.earlier?.worker;
      if (!worker) return;
      await this.own.waitFor(worker, waits);
      this.own.intent.otherWorker();
    }
  }

  /**
   * The object whose id is in the journal: the response to its creation arrived, and no later command has named it. A
   * run may have been killed before the engine recorded it, or it was kept on purpose (`retainOnDelete`, `pulumi
   * state delete`). It therefore counts only while it matches the program.
   */
  private async createdByEarlierRun(): Promise<Props | undefined> {
    const id = this.own.intent.earlier?.id;
    const object = id === undefined ? undefined : await this.own.get(id);
    if (id === undefined || !object) return undefined;
    const { family, inputs } = this.own.request;
    const seen = observe(family, object, inputs);
    const { changes, fixed } = adoptionOf(family, id, seen, inputs);
    const differs = [...changes, ...fixed];
    if (family.manages?.({ ...seen.inputs, ...seen.computed }) === false) differs.push("kind");
    if (!this.own.hasNoMarkOfOthers(object)) differs.push("ownership mark");
    if (differs.length === 0) return (await this.isHeldByAnother(id)) ? undefined : object;
    this.own.run.report(
      `${family.name} ${id}, which an earlier run has created for this resource, differs from what it declares (${differs.join(", ")}): it is left alone and another one is created; set adoptId to ${id} to manage it instead`,
    );
    return undefined;
  }

  private async leftWithoutResponse(): Promise<Props | undefined> {
    const { earlier } = this.own.intent;
    if (!earlier || earlier.id !== undefined) return undefined;
    if (earlier.unclear) {
      const still = await Promise.all(earlier.unclear.map((id) => this.own.get(id)));
      const isDecided = still.length === 0 || still.includes(undefined);
      if (!isDecided) throw this.own.ownerUnknownError(earlier.unclear);
      return undefined;
    }
    const until = earlier.at + LONGEST_QUEUE_MS;
    return retryBadLists(this.own.run, () => this.own.find(() => ({ from: earlier.at, until })));
  }

  /**
   * An object with this resource's mark may come from an interrupted run or may have been kept on purpose. It
   * therefore counts only while it matches the inputs of this creation.
   */
  private async findMarked(): Promise<Props | undefined> {
    if (this.own.mark === undefined) return undefined;
    const { run, creations, request } = this.own;
    const { family, inputs } = request;
    const objects = await retryBadLists(run, () => creations.recentObjects.everything());
    const free = objects.filter(
      (object) => matchesInputs(family, inputs, object) && !this.own.isTaken(object),
    );
    const own = free.filter((object) => this.own.isOwn(object));
    for (const object of own) {
      const why = await this.whyProbablyInState(object);
      if (why === undefined) return object;
      this.reportLeftAlone(String(object.id), why);
    }
    if (own.length === 0) for (const object of free) this.reportFormerMark(object);
    return undefined;
  }

  /**
   * Why a state most likely has an object with this resource's mark, so that no interrupted run has left it: the state
   * of a resource that was renamed or moved, and whose mark no run has rewritten since.
   */
  private async whyProbablyInState(object: Props): Promise<string | undefined> {
    const { run, request } = this.own;
    const { family, inputs } = request;
    const from = earliestStamp(run, run.now() - LONGEST_MARKED_MS) ?? run.now() - LONGEST_MARKED_MS;
    if (!isWithin(object, { from })) return "it was created more than three days ago";
    const id = String(object.id);
    if (run.ledger.objects.wasInState({ family: family.name, id })) return "an earlier command has shown it";
    const seen = observe(family, object, inputs);
    const target = { family, id, state: { ...seen.inputs, ...seen.computed } };
    // The engine passes an object's id to others once it has stored the object.
    const [user] = run.isRecordedAtEnd ? [] : await findUsers(run, target);
    if (user !== undefined) return `it is used by ${user}`;
    return (await this.isHeldByAnother(id)) ? "another resource of this run has it" : undefined;
  }

  /** Whether the engine names an object for another resource, which it may do shortly after this creation has begun. */
  private async isHeldByAnother(id: string): Promise<boolean> {
    const { run, request } = this.own;
    await run.sleep(ANNOUNCEMENT_MS);
    return run.journal.isNamed(id) || run.ledger.objects.isDeclared({ family: request.family.name, id });
  }

  private reportLeftAlone(id: string, why: string): void {
    const { run, request } = this.own;
    run.report(
      `${request.family.name} ${id} carries the ownership mark of this resource, but ${why}: a state most likely has it, under another name or in another stack. It is left alone and another one is created. If no state has it (\`pulumi stack export\` shows its id), set adoptId to ${id} to manage it instead`,
    );
  }

  /**
   * Marks of earlier releases do not include organization and backend: such an object may be in use by another
   * resource.
   */
  private reportFormerMark(object: Props): void {
    const { family, collection, creator } = this.own.request;
    const { formerName } = creator ?? {};
    if (formerName === undefined || markIn(object) !== markOf(family, collection.path, formerName)) return;
    const id = String(object.id);
    this.own.run.report(
      `${family.name} ${id} carries an ownership mark of an earlier release, which resources of the same name in other organizations and backends share: it is left alone and another one is created. If no state has it (\`pulumi stack export\` of those stacks shows its id), set adoptId to ${id} to manage it instead`,
    );
  }

  private secretLostError(id: string): UserError {
    const { name } = this.own.request.family;
    return new UserError(
      `${name} ${id} was created by an earlier run for this resource, and no run has named it since: that run was interrupted before the state had it, it was left in place (retainOnDelete, pulumi state delete), its resource was renamed or moved, or it is to be replaced (--replace, taint). ${this.keyAdvice(id)}, or run once with TUNNEL_EDGE_JOURNAL_DIR=off to keep it and create another one`,
    );
  }

  private secretUnknownError(id: string): UserError {
    const { name } = this.own.request.family;
    return new UserError(
      `${name} ${id} carries the ownership mark of this resource: an interrupted run has created it, it was left in place, or its resource was renamed or moved. ${this.keyAdvice(id)}`,
    );
  }

  /** What to do about a key that may be in use: a state may have it, and then it must stay. */
  private keyAdvice(id: string): string {
    const secret = this.own.request.family.onceKeys.join(", ");
    return `It may be in use, and its ${secret}, which is shown once, cannot be read again. First see whether a state has it: \`pulumi stack export\` of this stack, and of those that it may have been moved to, shows ${id} then. If this stack has it, run \`pulumi refresh\` and then \`pulumi up\`; if another stack has it, run \`pulumi up\` there first. Only if no state has it and nothing uses it, delete it to have another one created; else set adoptId to ${id} to manage it without its ${secret}`;
  }
}
