import { type Collection, itemPath } from "../api";
import { knownField } from "../family/field";
import type { Props, ResourceFamily } from "../family/resource";
import { holdsUnknown } from "../family/unknown";
import { adoptionOf } from "./adoption";
import { change, place } from "./change";
import { type Checked, checkInputs } from "./check";
import { collectionOf } from "./collection";
import { adoptedId, bareId, changedKeys, difference, keepsName, reasonToStay } from "./diff";
import { PartialFailure, UserError } from "./errors";
import type {
  Circumstances,
  Created,
  Creator,
  DiffResult,
  Found,
  Lifecycle,
  LifecycleContext,
  Removal,
} from "./lifecycle";
import { namesOf, type UniqueName, without } from "./names";
import { hostsReserved, isAboutName, mayBeInUse, namesFree, unused } from "./needs";
import { view } from "./projection";
import { type Settling, waitUntilReady } from "./readiness";
import { createOnce } from "./recovery";
import { secretsIn } from "./secrets";
import { compose, derived, inputsNow, isIdAlone, type Observation, observe, TAKEN_OVER } from "./state";
import { usersOf } from "./users";
import { bodyOf } from "./wire";

const NOTHING_SEEN: Observation = { inputs: {}, computed: {} };

/** The lifecycle of a family of objects with ids, from its definition. */
export class ResourceLifecycle implements Lifecycle {
  constructor(private readonly family: ResourceFamily) {}

  check(olds: Props, news: Props): Checked {
    const { inputs: shape, rules = [] } = this.family;
    const trusted = Object.keys(shape).filter((key) => knownField(shape, key).meta.writeOnly);
    const adopts = news.adoptId !== undefined && news.adoptId !== null;
    const mayMiss = trusted.filter((key) => adopts || isAdoptedWithout(olds, key));
    const options = { rules, mayMiss, outputs: this.family.computedKeys };
    const checked = checkInputs(shape, olds, news, options);
    const { inputs, failures } = checked;
    const known = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !holdsUnknown(value)));
    return failures.length > 0
      ? checked
      : { ...checked, inputs: { ...inputs, ...derived(this.family, known) } };
  }

  diff(id: string, olds: Props, news: Props, { now, move }: Circumstances): DiffResult {
    const found = difference(this.family, id, olds, news, now, move);
    const unseen = found.renews || move !== undefined;
    return {
      ...found,
      changed: found.changed.length > 0 || unseen,
      unseen,
      // The engine may replace of its own accord, as `replaceOnChanges` asks it to, and heeds this then.
      deleteBeforeReplace:
        found.deleteBeforeReplace || (found.replaces.length === 0 && keepsName(this.family, olds, news)),
    };
  }

  async create(account: LifecycleContext, inputs: Props, creator?: Creator): Promise<Created> {
    const existing = adoptedId(inputs);
    if (existing !== undefined && !account.ledger.objects.isReplaced(existing))
      return this.adopt(account, existing, inputs);
    const sent = this.family.bodyKeys.filter((key) => inputs[key] !== undefined || this.isAlwaysSent(key));
    const body = bodyOf(this.family.inputs, sent, inputs);
    const request = {
      family: this.family,
      inputs,
      collection: this.collection(inputs),
      body,
      secrets: secretsIn(this.family.inputs, inputs),
      creator,
    };
    const names = namesOf(this.family, inputs);
    const who = `${this.family.name} ${creator?.name ?? names.map(({ key }) => key).join()}`;
    const { operations } = account.ledger;
    const needs = [namesFree(operations, { who, names }), hostsReserved(who, this.family, inputs)];
    const wanting = { who, needs, report: account.report };
    const { object, isEarlier } = await operations
      .sending(wanting, () => createOnce(account, request))
      .catch(async (error: unknown) => {
        throw await this.withNameAdvice(account, inputs, names, error, true);
      });
    const id = String(object.id);
    if (isEarlier) {
      account.ledger.objects.take(id, "taken over");
      return this.takeOver(account, id, inputs, object, { [TAKEN_OVER]: account.now() });
    }
    const state = compose(this.family, inputs, observe(this.family, object));
    return { id, state: await this.settled(account, id, inputs, state) };
  }

  async read(account: LifecycleContext, givenId: string, before: Props): Promise<Found | undefined> {
    const { id, at } = this.locate(givenId, before);
    const response = await account.api.read(this.collection(at), id);
    if (!response) return undefined;
    const seen = this.see(response, at);
    const imported = isIdAlone(before);
    const inputs = inputsNow(this.family, imported ? undefined : before, seen);
    const state = compose(this.family, inputs, seen, before);
    if (!imported) return { id, inputs, state };
    // No program has spelled the inputs: what the service fills in belongs to the picture.
    const { value } = view(this.family, response, at);
    const shown = Object.keys(inputs).map((key) => [key, value[key]]);
    return { id, inputs, state: { ...state, ...Object.fromEntries(shown) } };
  }

  async update(
    account: LifecycleContext,
    id: string,
    olds: Props,
    news: Props,
  ): Promise<Record<string, unknown>> {
    const wanted = changedKeys(this.family, olds, news).filter((key) => this.family.update.includes(key));
    const { state, seen } = await this.change(account, id, olds, news, wanted).catch(
      async (error: unknown) => {
        const claimed = without(namesOf(this.family, news), namesOf(this.family, olds));
        throw await this.withNameAdvice(account, news, claimed, error, false);
      },
    );
    const composed = compose(this.family, news, seen ?? NOTHING_SEEN, state);
    return this.settled(account, id, news, composed, { before: olds, isFresh: seen !== undefined });
  }

  async delete(account: LifecycleContext, id: string, state: Props): Promise<Removal> {
    const { name, preventDelete } = this.family;
    const why = account.ledger.objects.whyTaken(id, state[TAKEN_OVER]) ?? reasonToStay(state);
    if (why !== undefined) {
      account.report(`${name} ${id} is left in place: ${why}`);
      return "left in place";
    }
    const reason = await preventDelete?.(state, account);
    if (reason !== undefined) throw new UserError(`${name} ${id} is not deleted: ${reason}`);
    const target = { family: this.family, id, state };
    const wanting = { who: `${name} ${id}`, needs: [unused(target)], report: account.report };
    const send = () => account.api.delete(this.item(state, id));
    const isDeleted = await account.ledger.operations.sending(wanting, send).catch(async (error: unknown) => {
      throw mayBeInUse(error)
        ? new UserError(`${error.message}${await usersOf(account, target)}`, { cause: error })
        : error;
    });
    return isDeleted ? "deleted" : "gone";
  }

  names(inputs: Props): readonly UniqueName[] {
    return namesOf(this.family, inputs);
  }

  /** The error; one about a name that another object has also says what to do about it. */
  private async withNameAdvice(
    account: LifecycleContext,
    inputs: Props,
    names: readonly UniqueName[],
    error: unknown,
    isNew: boolean,
  ): Promise<unknown> {
    if (!isAboutName(error, names)) return error;
    const { name } = this.family;
    const id = await this.holder(account, inputs, names).catch(() => null);
    if (id === null) return error;
    const rename = `If it is this resource under an earlier name, give the resource \`aliases: [{ name: "<earlier name>" }]\`. To take it over, give \`adoptId: "${id}"\`.`;
    const advice =
      id === undefined
        ? `no ${name} of this account has it: an object of another class may, or another account`
        : `${name} ${id} of this account has it.${isNew ? ` ${rename}` : ""} The engine deletes last: what this program is to delete has to go in a run of its own before`;
    const what = names.map(({ text }) => text).join(", ");
    const said = id === undefined ? error.message : error.withoutAdvice;
    return new UserError(`${said}; ${what} is taken: ${advice}`, {
      cause: error,
    });
  }

  /** The object of this class that has one of these names. */
  private async holder(account: LifecycleContext, inputs: Props, names: readonly UniqueName[]) {
    for await (const object of account.api.list(this.collection(inputs))) {
      const held = namesOf(this.family, this.see(object, inputs).inputs);
      if (without(names, held).length < names.length) return String(object.id);
    }
    return undefined;
  }

  /** Takes an existing object over. Equal: nothing is written. Different: one minimal update. */
  private async adopt(account: LifecycleContext, id: string, inputs: Props): Promise<Created> {
    const { name } = this.family;
    if (account.ledger.objects.isKept(id)) {
      throw new UserError(
        `adoptId: ${name} ${id} belongs to another resource of this program, which names it in adoptId too: only one resource can manage an object, so drop one of the two`,
      );
    }
    const response = await account.api.read(this.collection(inputs), id);
    if (!response) {
      throw new UserError(
        `adoptId: there is no ${name} with the id ${id}: correct the id, or drop adoptId to create one`,
      );
    }
    const { inputs: held, computed } = this.see(response, inputs);
    if (this.family.manages && !this.family.manages({ ...held, ...computed })) {
      throw new UserError(`adoptId: ${id} exists but is not of the kind that ${name} manages`);
    }
    account.ledger.objects.take(id, "adopted");
    return this.takeOver(account, id, inputs, response, { adopted: true });
  }

  /** Makes an existing object what the program wants, with one update at the most. */
  private async takeOver(
    account: LifecycleContext,
    id: string,
    inputs: Props,
    object: Props,
    lasting: { readonly adopted?: true; readonly [TAKEN_OVER]?: number },
  ): Promise<Created> {
    const seen = this.see(object, inputs);
    const { existing, changes, fixed } = adoptionOf(this.family, id, seen, inputs);
    if (fixed.length > 0) {
      throw new UserError(
        `adoptId: ${this.family.name} ${id} differs in ${fixed.join(", ")}, which only a replacement could change: make the program equal to the object, or drop adoptId to create a new one; nothing was written`,
      );
    }
    const { adopted, adoptId, ...held } = existing;
    const done = await this.change(account, id, held, inputs, changes).catch((error: unknown) => {
      if (!(error instanceof PartialFailure)) throw error;
      throw new PartialFailure(id, { ...error.state, ...lasting }, error.reasons, { cause: error.cause });
    });
    const declared = Object.keys(this.family.parts ?? {}).filter((key) => inputs[key] !== undefined);
    for (const key of declared) place(account, this.item(inputs, id), this.family, key);
    const state = { ...compose(this.family, inputs, done.seen ?? seen, done.state), ...lasting };
    return { id, state: await this.settled(account, id, inputs, state, { before: existing, isFresh: true }) };
  }

  private change(
    account: LifecycleContext,
    id: string,
    olds: Props,
    news: Props,
    changed: readonly string[],
  ) {
    return change(account, { family: this.family, id, at: this.item(news, id), olds, news, changed });
  }

  /** Waits until the object is usable, where the program asks for it. */
  private async settled(
    account: LifecycleContext,
    id: string,
    inputs: Props,
    state: Record<string, unknown>,
    { before, isFresh }: Pick<Settling, "before" | "isFresh"> = { before: {}, isFresh: true },
  ) {
    const read = async (): Promise<Record<string, unknown>> => {
      const response = await account.api.get(this.item(inputs, id), { id });
      return compose(this.family, inputs, this.see(response, inputs), state);
    };
    return waitUntilReady(this.family, account, id, inputs, { before, state, isFresh, read });
  }

  private see(response: Props, at: Props): Observation {
    const seen = observe(this.family, response);
    const fromPath = Object.fromEntries(this.family.pathKeys.map((key) => [key, at[key]]));
    return { ...seen, inputs: { ...seen.inputs, ...fromPath } };
  }

  /** An id as users give it to get and import: nested objects come with the ids of what they are in. */
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
      id: ids[pathKeys.length] as string,
      at: Object.fromEntries(pathKeys.map((key, i) => [key, ids[i]])),
    };
  }

  private collection(at: Props): Collection {
    return collectionOf(this.family, at);
  }

  private item(at: Props, id: string): string {
    return itemPath(this.collection(at).path, id);
  }

  /** An input that the API requires although it has a default. */
  private isAlwaysSent(key: string): boolean {
    return knownField(this.family.inputs, key).meta.sentWhenUnset === true;
  }
}

function isAdoptedWithout(olds: Props, key: string): boolean {
  return Object.keys(olds).length > 0 && olds[key] === undefined;
}
