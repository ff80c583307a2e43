import { type ApiError, isClientError, snake } from "../../api";
import { isRecord, knownField, type Part, shapeOf } from "../../family/field";
import type { Inputs, Props, ResourceFamily, State } from "../../family/resource";
import type { Run } from "../run/lifecycle";
import { needFreeNames, needReservedHosts } from "../run/needs";
import { collectionOf } from "../values/collection";
import { isEnabled, isPresent } from "../values/compare";
import { PartialFailure, reasonOf, UserError } from "../values/errors";
import { METADATA } from "../values/mark";
import { namesNotIn, namesOf } from "../values/names";
import { NO_OBSERVATION, type Observation, observe } from "../values/response";
import { keepSettings, leavesSettings, recordOf } from "../values/service-choices";
import { compose, withImplied } from "../values/state";
import { toBody, unsetValue, updateBody } from "../values/wire";

export interface Change {
  readonly family: ResourceFamily;
  readonly id: string;
  readonly path: string;
  readonly state: State;
  readonly inputs: Inputs;
  /** Inputs that differ and that an update can change. */
  readonly changed: readonly string[];
  /** Metadata to send instead of the program's, with or without an ownership mark. */
  readonly metadata?: string | undefined;
  /** The object's values on the service, if they have just been read. */
  readonly observed?: Inputs;
}

export interface ChangeResult {
  /** The state before the update, without removed parts and values. */
  readonly state: State;
  /** The response to the PATCH; undefined if none was sent. */
  readonly observation: Observation | undefined;
}

/**
 * Applies changed inputs: a PATCH, then a DELETE per removed part, guards last, so the object never has fewer guards
 * (docs/decisions/0013). Attachments and targets are removed before the PATCH. If another part makes the service refuse
 * the PATCH, that part is disabled in it or, if that is refused too, removed before it. Throws a PartialFailure if only
 * some of the changes were applied. After any other error, the object is unchanged.
 */
export function change(run: Run, plan: Change): Promise<ChangeResult> {
  return new ChangeOperation(run, plan).apply();
}

class ChangeOperation {
  private readonly state: Record<string, unknown>;
  private readonly patchedKeys: readonly string[];
  /** Exclusive parts that a changed one replaces, whether the program or someone else has set them. */
  private readonly supersededKeys: readonly string[];
  /** Parts that the program omits and that are still to be removed or replaced. */
  private readonly toRemove = new Map<string, Part>();
  private removedKeys: readonly string[] = [];
  /** Changed modules with the settings that the service chose: see `withKeptSettings`. */
  private keptModules: Props = {};
  private isPatched = false;
  private observation: Observation | undefined;

  constructor(
    private readonly run: Run,
    private readonly plan: Change,
  ) {
    const { family, state, inputs, changed } = plan;
    const { exclusive = [], parts } = family;
    this.state = { ...state };
    const isReplacing = exclusive.some((key) => changed.includes(key) && inputs[key] !== undefined);
    this.supersededKeys = exclusive.filter(
      (key) => isReplacing && isPresent(state[key]) && inputs[key] === undefined,
    );
    for (const key of [...changed, ...this.supersededKeys]) {
      const part = parts[key];
      if (part && inputs[key] === undefined) this.toRemove.set(key, part);
    }
    this.patchedKeys = changed.filter((key) => !this.toRemove.has(key));
  }

  async apply(): Promise<ChangeResult> {
    try {
      // A target is removed before the PATCH, which may loosen its guards.
      for (const [key, { kind, role }] of [...this.toRemove])
        if (!this.supersededKeys.includes(key) && (kind === "attachment" || role === "target"))
          await this.remove(key);
      if (this.patchedKeys.length > 0 || this.plan.metadata !== undefined) await this.patch();
      const guards = [...this.toRemove.keys()].filter((key) => this.isGuard(key));
      const otherParts = [...this.toRemove.keys()].filter((key) => !this.isGuard(key));
      for (const key of [...otherParts, ...guards]) await this.remove(key);
    } catch (error) {
      throw this.failure(error);
    }
    return { state: this.state, observation: this.observation };
  }

  private async patch(): Promise<void> {
    const { state, inputs } = this.plan;
    this.keptModules = await this.withKeptSettings();
    const conflicting = this.conflictingParts();
    const { inputs: shape } = this.plan.family;
    const toDisable = conflicting.filter(
      (key) => shapeOf(knownField(shape, key))?.enabled !== undefined && isEnabled(state[key]),
    );
    const disabledParts = Object.fromEntries(toDisable.map((key) => [key, this.disabled(key)]));
    // A guard that another one replaces is disabled only if the service refuses to have both.
    const setsGuard = this.patchedKeys.some((key) => this.isGuard(key) && isEnabled(inputs[key]));
    const attempts = toDisable.length === 0 ? [{}] : setsGuard ? [{}, disabledParts] : [disabledParts];
    const refusals: ApiError[] = [];
    for (const parts of attempts) {
      const refusal = await this.trySend(toBody(shape, parts));
      if (!refusal) {
        Object.assign(this.state, parts);
        for (const key of this.supersededKeys) this.forget(key);
        return;
      }
      if (refusal.hasServiceCode && refusal.means !== "exclusive") throw refusal;
      refusals.push(refusal);
    }
    const [refusal, lastRefusal = refusal] = refusals as [ApiError, ApiError?];
    // A module is removed first only when the service refuses the update even with the module disabled.
    const names = setsGuard ? [] : this.conflictingSettings();
    const isBlocking = (key: string) =>
      lastRefusal.means === "exclusive" || mentions(lastRefusal, [key, ...names]);
    const blocking = [...this.supersededKeys, ...conflicting.filter(isBlocking)];
    if (blocking.length > 0) return this.removeFirst(blocking);
    if (lastRefusal.message === refusal.message) throw refusal;
    throw new UserError(`${refusal.message}; with ${toDisable.join(", ")} disabled: ${lastRefusal.message}`, {
      cause: refusal,
    });
  }

  private trySend(extra: Props): Promise<ApiError | undefined> {
    return this.send(extra).then(
      () => undefined,
      (error: unknown) => {
        if (isClientError(error)) return error;
        throw error;
      },
    );
  }

  private async removeFirst(keys: readonly string[]): Promise<void> {
    const before = { ...this.state };
    try {
      for (const key of keys) await this.remove(key);
      await this.send({});
    } catch (error) {
      const removed = this.removedKeys.filter((key) => keys.includes(key));
      if (removed.length === 0) throw error;
      const names = removed.join(", ");
      const values = Object.fromEntries(removed.map((key) => [key, before[key]]));
      await this.request(toBody(this.plan.family.inputs, values)).catch((cause: unknown) => {
        throw new UserError(`${reasonOf(error)}; restoring ${names} failed too: ${reasonOf(cause)}`, {
          cause: error,
        });
      });
      Object.assign(this.state, before);
      this.removedKeys = this.removedKeys.filter((key) => !removed.includes(key));
      throw new UserError(`${reasonOf(error)}; ${names} was removed for this change and has been restored`, {
        cause: error,
      });
    }
  }

  private async send(extra: Props): Promise<void> {
    const { family, inputs, path, metadata } = this.plan;
    const alwaysSent = family.update.filter(
      (key) => knownField(family.inputs, key).sentWhenUnset === "in every update",
    );
    const keys = [...new Set([...this.patchedKeys, ...alwaysSent])];
    const allInputs = withImplied(family, inputs);
    const marked = metadata === undefined ? {} : { [METADATA]: metadata };
    const body = {
      ...updateBody(family.inputs, keys, { ...allInputs, ...this.keptModules }),
      ...extra,
      ...marked,
    };
    const names = namesNotIn(namesOf(family, inputs), namesOf(family, this.plan.state));
    const label = `${family.name} ${this.plan.id}`;
    const { operations } = this.run.ledger;
    const needs = [needFreeNames(operations, label, names), needReservedHosts(label, family, inputs)];
    const response = await operations.sendWhenPossible(this.run, label, needs, () => this.request(body));
    this.isPatched = true;
    for (const key of this.patchedKeys) {
      if (inputs[key] === undefined)
        this.state[key] = allInputs[key] ?? unsetValue(knownField(family.inputs, key));
      recordModule(this.run, path, family, key);
    }
    this.observation = observe(family, response);
  }

  /** Returns the changed modules that omit settings, completed with the service's current values. */
  private async withKeptSettings(): Promise<Props> {
    const { family, inputs, state } = this.plan;
    const modules = this.patchedKeys.flatMap((key) => {
      const [shape, declared, before] = [shapeOf(knownField(family.inputs, key)), inputs[key], state[key]];
      if (!family.moduleKeys.includes(key) || !shape || !isRecord(declared)) return [];
      const old = recordOf(before);
      // Someone may have set the module since the state was written.
      return leavesSettings(shape, declared, old) ? [{ key, shape, declared, old }] : [];
    });
    if (modules.length === 0) return {};
    const current = this.plan.observed ?? (await this.observeCurrent());
    const entries = modules.map(({ key, shape, declared, old }) => {
      const observed = current[key];
      return [key, isRecord(observed) ? keepSettings(shape, declared, old, observed) : declared];
    });
    return Object.fromEntries(entries);
  }

  private async observeCurrent(): Promise<Inputs> {
    const { family, id, inputs } = this.plan;
    const object = await this.run.api.read(collectionOf(family, inputs), id);
    return object ? observe(family, object, inputs).inputs : {};
  }

  private request(body: Props): Promise<Props> {
    return this.run.api.patch(this.plan.path, body, this.plan.id);
  }

  private async remove(key: string): Promise<void> {
    const part = this.toRemove.get(key);
    if (!part) return;
    const { path, family, id } = this.plan;
    const partPath = `${path}/${part.segment}`;
    const { modules } = this.run.ledger;
    const reason = modules.reasonToKeepDropped(partPath, `${family.name} ${id}`);
    if (reason === undefined) {
      const successor = await modules.delete(partPath, () => this.run.api.delete(partPath));
      if (successor !== undefined)
        this.run.report(
          `warning: ${key} of ${path} is deleted, although ${successor} declared it in an earlier command: if the program still has that resource, run \`pulumi up\` without targets now to set the module again`,
        );
      this.removedKeys = [...this.removedKeys, key];
    } else {
      this.run.report(`${key} of ${path} is left in place: ${reason}`);
    }
    this.forget(key);
  }

  private forget(key: string): void {
    const part = this.toRemove.get(key);
    this.toRemove.delete(key);
    delete this.state[key];
    for (const output of part?.clears ?? []) this.state[output] = null;
    // The response to the PATCH still contains the replaced part.
    if (this.observation && part?.kind === "module")
      this.observation = { ...this.observation, inputs: { ...this.observation.inputs, [key]: null } };
  }

  private conflictingParts(): string[] {
    const { family, state, inputs } = this.plan;
    return [...this.toRemove.keys()].filter((key) =>
      (family.conflicts ?? []).some(
        ({ among, when }) =>
          among.includes(key) &&
          (when === undefined || when(inputs) || when(state)) &&
          this.patchedKeys.some((patched) => among.includes(patched) && isEnabled(inputs[patched])),
      ),
    );
  }

  /** Returns the names of the changed modules that can conflict with others, and of their settings. */
  private conflictingSettings(): string[] {
    const { family, inputs } = this.plan;
    const keys = (family.conflicts ?? []).flatMap(({ among }) => among);
    return this.patchedKeys
      .filter((key) => keys.includes(key))
      .flatMap((key) => [key, ...Object.keys(isRecord(inputs[key]) ? inputs[key] : {})]);
  }

  /** Returns a disabled module. Only a guard keeps its settings: those of other modules may be the cause of the conflict. */
  private disabled(key: string): Props {
    const settings = this.isGuard(key) ? recordOf(this.plan.state[key]) : undefined;
    return { ...settings, enabled: false };
  }

  private isGuard(key: string): boolean {
    return this.plan.family.parts[key]?.role === "guard";
  }

  /** Returns an error that lists the steps done before it, with a state from which the next run does the rest. */
  private failure(error: unknown): unknown {
    if (!this.isPatched && this.removedKeys.length === 0) return error;
    const { family, id, inputs, state: before } = this.plan;
    const patched = this.isPatched ? [`${this.patchedKeys.join(", ")} changed`] : [];
    const removed = this.removedKeys.length > 0 ? [`${this.removedKeys.join(", ")} removed`] : [];
    const remaining = [...this.toRemove.keys()].map((key) => [key, this.state[key] ?? before[key]]);
    const reachedInputs = { ...inputs, ...Object.fromEntries(remaining) };
    const state = this.isPatched
      ? compose(family, reachedInputs, this.observation ?? NO_OBSERVATION, this.state)
      : this.state;
    const reason = `${[...patched, ...removed].join(" and ")}, but the update then failed: ${reasonOf(error)}`;
    return new PartialFailure(id, state, [reason], { cause: error });
  }
}

export function recordModule(run: Run, path: string, family: ResourceFamily, key: string): void {
  const part = family.parts[key];
  if (part) run.ledger.modules.recordSetter(`${path}/${part.segment}`, "edge or route");
}

/** True if a refusal's message contains one of the names as separate words, not inside an address. */
function mentions(refusal: Error, names: readonly string[]): boolean {
  const words = names.map((name) => snake(name).replaceAll("_", "[ _-]?")).join("|");
  return new RegExp(`(?<![a-z0-9./-])(?:${words})(?![a-z0-9/-]|\\.[a-z0-9])`, "i").test(refusal.message);
}
