import { segmentProblem } from "../../api";
import { isSentUnset, knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { type Checked, checkInputs } from "../plan/check";
import {
  adoptedId,
  bareId,
  changedFrom,
  changedKeys,
  difference,
  keepsName,
  reasonToStay,
} from "../plan/diff";
import { isMarkedForAnother, isOfAnother, knownMark } from "../plan/marks";
import { plannedCreation, plannedUpdate } from "../plan/planned";
import type { Circumstances, Creator, DiffResult, Planned } from "../plan/results";
import { requireKnownDeclarations } from "../run/ledger";
import type { Created, Found, Lifecycle, LifecycleContext, Removal } from "../run/lifecycle";
import { hostsReserved, mayBeInUse, namesFree, unused } from "../run/needs";
import { collectionOf, itemOf } from "../values/collection";
import { UserError } from "../values/errors";
import { hashed, withoutValue } from "../values/hashed";
import { canBeMarked, METADATA, markIn } from "../values/mark";
import { namesOf, type UniqueName, without } from "../values/names";
import { type Observation, observe } from "../values/response";
import { secretsIn } from "../values/secrets";
import { view } from "../values/shown";
import { compose, derived, inputsNow, isIdAlone, MARKED, TAKEN_OVER } from "../values/stored";
import { bodyOf } from "../values/wire";
import { adopt, takeOver } from "./adopt";
import { change } from "./change";
import { createOnce } from "./create/once";
import { explainIfGone, OR_WRONG_ID } from "./gone";
import { markingOf } from "./marking";
import { settled } from "./settle";
import { leftByReplacement, withNameAdvice } from "./taken-names";
import { belongings, usersOf, warnOfBelongings, warnOfUsers } from "./users";

const NOTHING_SEEN: Observation = { inputs: {}, computed: {} };

const HASH_GIVEN =
  "is the hash that a stack keeps in place of a secret value: give the value itself, from where the program has it";

const MARK_GIVEN =
  "ends in an ownership mark (tunnel-edge), which the provider writes and takes out itself, so that it would be a difference for ever: leave the mark out";

/** Lifecycle of a family of objects with ids, from its definition. */
export class ResourceLifecycle implements Lifecycle {
  constructor(private readonly family: ResourceFamily) {}

  check(olds: Props, news: Props, seed?: Uint8Array): Checked {
    const { inputs: shape, rules = [] } = this.family;
    const trusted = Object.keys(shape).filter((key) => knownField(shape, key).meta.returned === "never");
    const adopts = news.adoptId !== undefined && news.adoptId !== null;
    const mayMiss = trusted.filter((key) => adopts || isAdoptedWithout(olds, key));
    const options = { rules, mayMiss, outputs: this.family.computedKeys };
    const checked = checkInputs(shape, olds, news, options);
    const { inputs } = checked;
    const failures = [
      ...checked.failures,
      ...withoutValue(shape, olds, inputs).map((path) => ({ path, reason: HASH_GIVEN })),
      ...(canBeMarked(this.family) && markIn(inputs) !== undefined
        ? [{ path: METADATA, reason: MARK_GIVEN }]
        : []),
    ];
    return failures.length > 0
      ? { ...checked, failures }
      : { ...checked, inputs: hashed(shape, olds, { ...inputs, ...derived(this.family, inputs) }, seed) };
  }

  diff(id: string, olds: Props, news: Props, circumstances: Circumstances): DiffResult {
    const { now, move, creators = [] } = circumstances;
    const found = difference(this.family, id, olds, news, now, move);
    const unseen = found.renews || move !== undefined;
    const isInput = found.changed.length > 0;
    const isRemarked = found.replaces.length === 0 && isMarkedForAnother(olds, creators);
    return {
      ...found,
      changed: isInput || unseen || isRemarked,
      unseen: unseen || (isRemarked && !isInput),
      notes: isRemarked ? [remarked(this.family, id)] : [],
      // The engine may replace on its own account, as with `replaceOnChanges`, and then honours this flag.
      deleteBeforeReplace:
        found.deleteBeforeReplace || (found.replaces.length === 0 && keepsName(this.family, olds, news)),
    };
  }

  changedInputs(id: string, olds: Props, news: Props): readonly string[] {
    return changedFrom(this.family, id, olds, news);
  }

  planned(inputs: Props, before?: { readonly id: string; readonly state: Props }): Planned {
    if (before) {
      const changed = this.changedInputs(before.id, before.state, inputs);
      return { id: before.id, state: plannedUpdate(this.family, before.state, inputs, changed) };
    }
    const state = plannedCreation(this.family, inputs);
    const id = holdsUnknown(inputs.adoptId) ? undefined : adoptedId(inputs);
    return id === undefined ? { state } : { id, state };
  }

  async create(account: LifecycleContext, inputs: Props, creator?: Creator): Promise<Created> {
    const existing = adoptedId(inputs);
    if (existing !== undefined && !account.ledger.objects.isReplaced(existing))
      return adopt(account, this.family, existing, inputs, creator);
    const sent = this.family.bodyKeys.filter((key) => inputs[key] !== undefined || this.isAlwaysSent(key));
    const body = bodyOf(this.family.inputs, sent, inputs);
    const request = {
      family: this.family,
      inputs,
      collection: collectionOf(this.family, inputs),
      body,
      secrets: secretsIn(this.family.inputs, inputs),
      creator,
    };
    const names = namesOf(this.family, inputs);
    const who = `${this.family.name} ${creator?.name ?? names.map(({ text }) => text).join()}`;
    const { operations } = account.ledger;
    const needs = [namesFree(operations, { who, names }), hostsReserved(who, this.family, inputs)];
    const wanting = { who, needs, report: account.report, limit: account.limit() };
    const { object, isEarlier } = await operations
      .sendWhenPossible(wanting, () => createOnce(account, request))
      .catch(async (error: unknown) => {
        const told = await this.explainIfParentGone(error, account, inputs);
        const named = { family: this.family, inputs, names, isNew: true } as const;
        const left = await leftByReplacement(told, account, named, creator);
        if (!left) throw await withNameAdvice(told, account, named);
        account.report(
          `${this.family.name} ${left.id}, which a replacement of this resource has left in a run that failed, has this name: it is taken over`,
        );
        return { object: left.object, isEarlier: true };
      });
    const id = String(object.id);
    if (isEarlier) {
      account.ledger.objects.take(id, "taken over");
      const lasting = { [TAKEN_OVER]: account.now() };
      return takeOver(account, this.family, { id, object, inputs, creator, how: "taken over", lasting });
    }
    const mark = knownMark(this.family, inputs, object, creator);
    const state = compose(this.family, inputs, observe(this.family, object, inputs), mark);
    return {
      id,
      state: await settled(account, this.family, { id, inputs, state, before: {}, isFresh: true }),
    };
  }

  async read(account: LifecycleContext, givenId: string, before: Props): Promise<Found | undefined> {
    const { id, at } = this.locate(givenId, before);
    const response = await account.api.read(collectionOf(this.family, at), id);
    if (!response) return undefined;
    const seen = observe(this.family, response, at);
    const imported = isIdAlone(before);
    const inputs = inputsNow(this.family, imported ? undefined : before, seen);
    const state = compose(this.family, inputs, seen, before);
    if (!imported) return { id, inputs, state };
    // No program has spelled the inputs, so values that the service filled in belong to the view.
    const { value } = view(this.family, response, at);
    const visible = Object.keys(inputs)
      .filter((key) => key in this.family.inputs)
      .map((key) => [key, value[key]]);
    return { id, inputs, state: { ...state, ...Object.fromEntries(visible) } };
  }

  async update(
    account: LifecycleContext,
    id: string,
    olds: Props,
    news: Props,
    creators: readonly Creator[] = [],
  ): Promise<Record<string, unknown>> {
    const wanted = changedKeys(this.family, olds, news).filter((key) => this.family.update.includes(key));
    const at = itemOf(this.family, news, id);
    const update = { family: this.family, id, at, olds, news, changed: wanted };
    const gone = (error: unknown) =>
      explainIfGone(error, account, { path: at, what: `${this.family.name} ${id}` });
    const marking = await markingOf(account, update, creators).catch(async (error: unknown) => {
      throw await gone(error);
    });
    const { metadata } = marking ?? {};
    const { state, seen } = await change(account, { ...update, metadata }).catch(async (error: unknown) => {
      const claimed = without(namesOf(this.family, news), namesOf(this.family, olds));
      const told = await gone(error);
      throw await withNameAdvice(told, account, { family: this.family, inputs: news, names: claimed });
    });
    const { [MARKED]: mark, ...before } = state;
    const known = marking ? marking.known : { [MARKED]: mark };
    const shown = marking && !marking.isProgrammed ? withoutMetadata(seen) : seen;
    const composed = compose(this.family, news, shown ?? NOTHING_SEEN, { ...before, ...known });
    const isFresh = seen !== undefined;
    return settled(account, this.family, { id, inputs: news, state: composed, before: olds, isFresh });
  }

  async delete(account: LifecycleContext, id: string, state: Props): Promise<Removal> {
    const { name, preventDelete } = this.family;
    const { objects } = account.ledger;
    const why =
      objects.whyTaken(
        { family: name, id },
        { since: state[TAKEN_OVER], isAdopted: state.adopted === true },
      ) ??
      reasonToStay(state) ??
      (await this.whyOfAnother(account, id, state));
    if (why !== undefined) {
      account.report(`${name} ${id} is left in place: ${why}`);
      return "left in place";
    }
    requireKnownDeclarations(account.ledger, `${name} ${id}`);
    const reason = await preventDelete?.(state, account);
    if (reason !== undefined) throw new UserError(`${name} ${id} is not deleted: ${reason}`);
    const target = { family: this.family, id, state };
    const user = account.ledger.references.whoNames(target);
    if (user !== undefined)
      throw new UserError(
        `${name} ${id} is not deleted: ${user} stays in this program and names it, so that it would go on with an object that is not there: take the id out there too, or keep declaring the object. A program that refers to the output \`id\` instead of writing it as text cannot leave one behind`,
      );
    const { report } = account;
    const wanting = { who: `${name} ${id}`, needs: [unused(target)], report, limit: account.limit() };
    let had: readonly string[] = [];
    // Nothing is asked about an id of which no path can be made.
    const path = itemOf(this.family, state, id);
    const send = async () => {
      had = await belongings(account, target);
      return account.api.delete(path);
    };
    const isDeleted = await account.ledger.operations
      .sendWhenPossible(wanting, send)
      .catch(async (error: unknown) => {
        throw mayBeInUse(error)
          ? new UserError(`${error.message}${await usersOf(account, target)}`, { cause: error })
          : error;
      });
    if (isDeleted) warnOfBelongings(account, target, had);
    if (isDeleted && this.family.goesInUse) await warnOfUsers(account, target);
    return isDeleted ? "deleted" : "gone";
  }

  private async explainIfParentGone(
    error: unknown,
    account: LifecycleContext,
    inputs: Props,
  ): Promise<unknown> {
    const [key] = this.family.pathKeys.slice(-1);
    if (key === undefined) return error;
    const { path } = collectionOf(this.family, inputs);
    const what = `the object of ${key} ${String(inputs[key])}`;
    return explainIfGone(error, account, {
      path: path.slice(0, path.lastIndexOf("/")),
      what,
      or: OR_WRONG_ID,
    });
  }

  /** Why the object belongs to another resource, as its ownership mark shows. */
  private async whyOfAnother(
    account: LifecycleContext,
    id: string,
    state: Props,
  ): Promise<string | undefined> {
    if (state[MARKED] === undefined) return undefined;
    const object = await account.api.find(itemOf(this.family, state, id), { id });
    return object && isOfAnother(state, object)
      ? "it carries the ownership mark of another resource, which has it"
      : undefined;
  }

  names(inputs: Props): readonly UniqueName[] {
    return namesOf(this.family, inputs);
  }

  modules(id: string | undefined, inputs: Props): readonly string[] {
    const { moduleKeys, pathKeys, parts = {} } = this.family;
    const isAddressable = [id, ...pathKeys.map((key) => inputs[key])].every(
      (value) => segmentProblem(value) === undefined && !holdsUnknown(value),
    );
    if (id === undefined || !isAddressable) return [];
    const set = moduleKeys.filter((key) => (inputs[key] ?? undefined) !== undefined);
    return set.map((key) => `${itemOf(this.family, inputs, id)}/${parts[key]?.segment}`);
  }

  /**
   * Parses an id as users pass it to get and import: ids of nested objects are prefixed with those of their parents.
   */
  private locate(givenId: string, state: Props): { id: string; at: Props } {
    const { pathKeys, name } = this.family;
    if (pathKeys.every((key) => typeof state[key] === "string")) return { id: bareId(givenId), at: state };
    const ids = givenId.split("/");
    if (ids.length !== pathKeys.length + 1) {
      throw new UserError(
        `the id of ${name} is ${[...pathKeys, "id"].map((key) => `<${key}>`).join("/")}, not ${JSON.stringify(givenId)}`,
      );
    }
    return {
      id: bareId(givenId),
      at: Object.fromEntries(pathKeys.map((key, i) => [key, ids[i]])),
    };
  }

  /** An input that the API requires although it has a default. */
  private isAlwaysSent(key: string): boolean {
    return isSentUnset(knownField(this.family.inputs, key), "at creation");
  }
}

/** An observation that says nothing of the metadata: only a refresh shows what somebody else has put there. */
function withoutMetadata(seen: Observation | undefined): Observation | undefined {
  if (!seen) return undefined;
  const { [METADATA]: _, ...inputs } = seen.inputs;
  const { [METADATA]: __, ...computed } = seen.computed;
  return { inputs, computed };
}

/** The update has no difference that the engine could show. */
const remarked = ({ name }: ResourceFamily, id: string) =>
  `${name} ${id}: its resource was renamed or moved since its ownership mark was written: an update rewrites the mark in its metadata`;

function isAdoptedWithout(olds: Props, key: string): boolean {
  return Object.keys(olds).length > 0 && olds[key] === undefined;
}
