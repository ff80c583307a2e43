import type { Props } from "../../family/resource";
import { adoptionOf } from "../adoption";
import { UserError } from "../errors";
import { observe } from "../state";
import { markIn, markOf } from "./mark";
import { isMadeFrom } from "./matches-inputs";
import { FIRST_WAIT_MS, type OwnObjects } from "./own-objects";

/** A creation may wait this long for its turn before it leaves. */
const LONGEST_QUEUE_MS = 20 * 60_000;

/** What earlier runs have left of a creation: they were killed before the engine recorded its object. */
export class EarlierRuns {
  constructor(private readonly own: OwnObjects) {}

  /** What a killed run has made of this very resource. */
  async find(): Promise<Props | undefined> {
    // What is noted or marked may be the very object that is replaced, which is deleted in the end.
    const mayBeReplaced = this.own.request.creator?.hasObject === true;
    await this.ownPastEnded();
    const isProven = this.own.intent.earlier?.isDamaged !== true;
    const named = mayBeReplaced ? undefined : await this.namedInNote();
    const searched = named ? undefined : await this.leftWithoutAnswer();
    const found = named ?? searched ?? (mayBeReplaced ? undefined : await this.findMarked());
    this.own.intent.resolved();
    if (!found) return undefined;
    const id = String(found.id);
    // Its answer came, so that it may be in use: only what nobody can have the secret of is deleted.
    if (!searched && this.own.isShownOnce) throw named ? this.secretGone(id) : this.unusable(id);
    if (searched && this.own.isShownOnce && !isProven) throw this.own.undecided([id]);
    const usable = await this.own.usable(found);
    if (usable) {
      this.own.claim(usable);
      const whose =
        named || searched
          ? "was created by an earlier run that was interrupted"
          : "carries the ownership mark of this resource and is as it declares it";
      this.own.account.report(`${this.own.request.family.name} ${id} ${whose}: it is taken over`);
    }
    return usable;
  }

  /** After two interrupts, or when the engine alone was killed, the provider of the run before may be at work still. */
  private async ownPastEnded(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; this.own.intent.earlier?.isUnderWay; wait *= 2) {
      await this.own.waitForOthers(wait);
      this.own.intent.othersAtWork();
    }
  }

  /**
   * The object whose id is noted: the response to its creation came, and no later command has named it. A run may have been
   * killed before the engine recorded it, or it was left in place on purpose (`retainOnDelete`, `pulumi state delete`). So
   * it counts only as long as it is what the program declares.
   */
  private async namedInNote(): Promise<Props | undefined> {
    const id = this.own.intent.earlier?.id;
    const object = id === undefined ? undefined : await this.own.get(id);
    if (id === undefined || !object) return undefined;
    const { family, inputs } = this.own.request;
    const seen = observe(family, object, inputs);
    const { changes, fixed } = adoptionOf(family, id, seen, inputs);
    const differs = [...changes, ...fixed];
    if (family.manages?.({ ...seen.inputs, ...seen.computed }) === false) differs.push("kind");
    if (differs.length === 0) return object;
    this.own.account.report(
      `${family.name} ${id}, which an earlier run has created for this resource, differs from what it declares (${differs.join(", ")}): it is left alone and another one is created; set adoptId to ${id} to manage it instead`,
    );
    return undefined;
  }

  private async leftWithoutAnswer(): Promise<Props | undefined> {
    const { earlier } = this.own.intent;
    if (!earlier || earlier.id !== undefined) return undefined;
    if (earlier.unclear) {
      const still = await Promise.all(earlier.unclear.map((id) => this.own.get(id)));
      const isDecided = still.length === 0 || still.includes(undefined);
      if (!isDecided) throw this.own.unclear(earlier.unclear);
      return undefined;
    }
    const until = earlier.at + LONGEST_QUEUE_MS;
    return this.own.persistently(() => this.own.find(() => ({ from: earlier.at, until })));
  }

  /**
   * An object with this resource's mark need not be of a run that was interrupted: it may have been left in place on
   * purpose. So it counts only as long as it is what this creation makes.
   */
  private async findMarked(): Promise<Props | undefined> {
    if (this.own.mark === undefined) return undefined;
    const { family, inputs } = this.own.request;
    const objects = await this.own.persistently(() => this.own.creations.everything());
    const free = objects.filter((object) => isMadeFrom(family, inputs, object) && !this.own.isTaken(object));
    const found = free.find((object) => this.own.isMine(object));
    if (!found) for (const object of free) this.tellOfFormerMark(object);
    return found;
  }

  /** Marks of earlier releases say nothing of organization and backend: such an object may be another one's, in use. */
  private tellOfFormerMark(object: Props): void {
    const { family, collection, creator } = this.own.request;
    const { formerName } = creator ?? {};
    if (formerName === undefined || markIn(object) !== markOf(family, collection.path, formerName)) return;
    const id = String(object.id);
    this.own.account.report(
      `${family.name} ${id} carries an ownership mark of an earlier release, which resources of the same name in other organizations and backends share: it is left alone and another one is created; if it is this resource's, delete that one and set adoptId to ${id}`,
    );
  }

  private secretGone(id: string): UserError {
    const { name, onceKeys } = this.own.request.family;
    const secret = onceKeys.join(", ");
    return new UserError(
      `${name} ${id} was created by an earlier run for this resource, and no run has named it since: that run was interrupted before the state had it, it was left in place (retainOnDelete, pulumi state delete), or it is to be replaced (--replace, taint). It may be in use, and its ${secret}, which is shown once, cannot be read again. If the state has it, run pulumi refresh and repeat. Else delete it to have another one created, set adoptId to ${id} to manage it without its ${secret}, or run once with TUNNEL_EDGE_JOURNAL_DIR=off to keep it and create another one`,
    );
  }

  private unusable(id: string): UserError {
    const { name, onceKeys } = this.own.request.family;
    const secret = onceKeys.join(", ");
    return new UserError(
      `${name} ${id} carries the ownership mark of this resource: an interrupted run has created it, or it was left in place and may be in use. Its ${secret}, which is shown once, cannot be read again. Delete it to have another one created, or set adoptId to ${id} to manage it without its ${secret}`,
    );
  }
}
