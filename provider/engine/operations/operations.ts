import { ConfiguredAccount } from "../../account/account";
import { FINGERPRINT, Origin, type Subject } from "../../account/origin/origin";
import { internalErrorIn, internalErrorReport } from "../../account/process/internal-error";
import { redact } from "../../account/process/report";
import { DEFAULT_SETTINGS, type Read, UnknownSettingError } from "../../account/settings/settings";
import { inWordsOf } from "../../account/settings/wording";
import { deprecationsIn } from "../../family/described";
import { embeddedPaths, plainSecrets } from "../../family/embedded";
import {
  type CheckRequest,
  type CreateResult,
  type Creator,
  comparableState,
  type Diff,
  detailedDiff,
  type ExistingObject,
  type Failure,
  hasOnlyId,
  type Inputs,
  importMark,
  isOnlyImported,
  type Lifecycle,
  lifecycleOf,
  type ManagedFamily,
  type Move,
  type ObjectAndInputs,
  PartialFailure,
  type PlannedObject,
  type PropertyChange,
  type ReadResult,
  type RecordedLifecycle,
  type RunLedger,
  recordedLifecycleOf,
  type State,
  secretsIn,
  splitImportMark,
  UserError,
} from "../../lifecycle";
import { CallError, UnfinishedError } from "./errors";
import { type CheckFailure, EngineValues, type Shown, type Values } from "./values";

/** Checked inputs in the form that the engine accepts, and what is wrong with them. */
export interface CheckResult {
  readonly inputs: Values;
  readonly failures: readonly CheckFailure[];
}

export interface ResourceCheck extends CheckRequest, Shown {
  /** Name of the resource for warnings, where the engine does not add it. */
  readonly resource?: string | undefined;
  /** Its name and the types of its parents, unique within its class, where the engine or its class tells it. */
  readonly place?: string | undefined;
  /** Called with the checked inputs and the ledger of the run. */
  readonly note?: (inputs: Inputs, ledger: RunLedger) => void;
}

export interface Pair extends ObjectAndInputs {
  /** The inputs that are stored with the state, where the engine passes them. */
  readonly stored?: Inputs | undefined;
  /** The resources whose state it may be, where known. */
  readonly creatorsIn?: (ledger: RunLedger) => readonly Creator[];
}

export interface ResourceComparison extends Pair {
  /** Called with the ledger of the run. */
  readonly note?: (ledger: RunLedger) => void;
  /**
   * Place in the program of the resource that is compared, or of each that it may be; none where only a state is, as in a
   * refresh.
   */
  readonly places?: (ledger: RunLedger) => readonly string[];
  /** The reason that this resource must not import the object. */
  readonly conflict?: string | undefined;
}

/** An object, with the inputs that the engine has stored with its state. */
export interface StoredObject extends ExistingObject {
  readonly stored?: Inputs | undefined;
}

export interface DetailedDiff extends Diff {
  readonly changes: readonly PropertyChange[];
}

/** One call from the engine, with the values whose secrets an error must not show. */
interface EngineCall {
  readonly doing: string;
  readonly inputs?: Values | Inputs;
  readonly state?: Values | State;
}

/** What is stored of the account that a state was written from. */
interface Stamp {
  readonly [FINGERPRINT]?: unknown;
}

/** The operations of one family in the configured account, for both providers: the only layer above the lifecycle. */
export class FamilyOperations {
  readonly name: string;
  readonly values: EngineValues;
  private readonly lifecycle: Lifecycle;
  private readonly recorded: RecordedLifecycle;
  private readonly account: ConfiguredAccount;
  /** False for a command, which has nothing in any account. */
  private readonly hasObjects: boolean;
  /** Its objects are in the account itself: later commands know the account by them. */
  private readonly isKnowable: boolean;

  /** @param configured - The account's configuration, once the engine has given it. */
  constructor(
    private readonly family: ManagedFamily,
    configured: () => Promise<Read>,
  ) {
    this.name = family.name;
    this.values = new EngineValues(family);
    this.lifecycle = lifecycleOf(family);
    this.recorded = recordedLifecycleOf(family);
    this.account = new ConfiguredAccount(configured);
    this.hasObjects = family.kind !== "command";
    this.isKnowable = family.kind === "resource" && family.pathKeys.length === 0;
  }

  async check({ inputs: program, before = {}, seed, ...options }: ResourceCheck): Promise<CheckResult> {
    const { resource, place, note, hidden } = options;
    return this.explained({ doing: "check", inputs: program, state: before }, async () => {
      const { ledger, unset, warnsOfDeprecated } = await this.account.ledger();
      const { mark, given: own } = splitImportMark(before, program);
      // What is imported is what the service has.
      const isImport = Object.keys(mark).length > 0;
      const filled = isImport || unset.length > 0 ? {} : await this.unsetInputs(own);
      const given = { ...own, ...filled };
      const account = await this.account.name();
      const checked = this.recorded.check(ledger, { inputs: given, before, seed, resource: place, account });
      const inputs = { ...checked.inputs, ...mark };
      const who = resource === undefined ? this.name : `${this.name} "${resource}"`;
      for (const { path, reason } of this.values.showable(checked.warnings ?? [], hidden))
        this.values.warn(`${who}: ${path}: ${reason}`);
      if (warnsOfDeprecated)
        for (const deprecation of deprecationsIn(this.family, given))
          this.values.warn(`${who}: ${deprecation}`);
      note?.(inputs, ledger);
      const failures = checked.failures.map((failure) => withSource(failure, filled));
      const refused = this.values.failures(failures, program, options);
      const isNew = Object.keys(before).length === 0;
      if (isNew && unset.length === 0 && checked.failures.length === 0)
        await this.reportAdoptionPreview(who, inputs, place);
      const unconfigured = unset.map((reason) => ({ property: "", reason }));
      return { inputs: this.values.given(inputs), failures: refused.length === 0 ? unconfigured : refused };
    });
  }

  /** What the account's configuration gives for inputs that the program leaves unset. */
  private async unsetInputs(given: Inputs): Promise<Inputs> {
    const isUnset = (key: string) =>
      Object.hasOwn(this.family.inputs, key) && (given[key] === undefined || given[key] === null);
    return Object.fromEntries(Object.entries(await this.account.defaults()).filter(([key]) => isUnset(key)));
  }

  /** Reports whether a new resource will adopt an object by its name. The object is looked up again at creation. */
  private async reportAdoptionPreview(
    who: string,
    inputs: Inputs,
    resource: string | undefined,
  ): Promise<void> {
    if (inputs.adopt === undefined) return;
    try {
      const preview = await this.lifecycle.previewAdoption?.(await this.account.open(), { inputs, resource });
      if (preview?.isRefused) this.values.warn(`${who}: ${preview.text}`);
      else if (preview) this.values.report(`${who} ${preview.text}`);
    } catch (error) {
      // A preview works where the service cannot be reached.
      const why = await this.account.messageOf(error as Error);
      this.values.warn(`${who}: whether it will adopt an object or create one is not known: ${why}`);
    }
  }

  /** Warns of passwords and keys that stand in inputs in plain. @param shown - The inputs without what is secret. */
  warnOfPlainSecrets(shown: Inputs): void {
    const reason = plainSecrets(embeddedPaths(this.family.inputs, shown));
    if (reason !== undefined) this.values.warn(`${this.name}: ${reason}`);
  }

  async diff(pair: ResourceComparison): Promise<DetailedDiff> {
    const { id, inputs, stored, note, creatorsIn, places, conflict } = pair;
    return this.explained({ doing: `diff of ${id}`, inputs, state: pair.state }, async () => {
      if (conflict !== undefined) throw new UserError(conflict);
      await this.account.knows(id);
      const { ledger } = await this.account.ledger();
      note?.(ledger);
      const compared = this.comparable(pair);
      const { state } = compared;
      if (isOnlyImported(pair.state, stored)) this.reportUnmanagedParts(pair);
      const move = await this.moveOf({ id, state });
      const resources = places?.(ledger);
      const found = this.recorded.diff(ledger, {
        ...compared,
        move,
        resources,
        creators: creatorsIn?.(ledger),
      });
      for (const warning of found.warnings) this.values.warn(warning);
      for (const line of found.notes ?? []) this.values.report(line);
      const sides = { before: state, declared: stored ?? state, after: inputs };
      return { ...found, changes: detailedDiff(this.values.shape, found.changedInputs, sides) };
    });
  }

  /** @param creatorIn - The resource that the object is created for, where known. */
  async create(inputs: Inputs, creatorIn: (ledger: RunLedger) => Creator | undefined): Promise<CreateResult> {
    return this.explained({ doing: "create", inputs }, async () => {
      const account = await this.account.open();
      const creator = creatorIn(account.ledger);
      const origin = this.hasObjects ? new Origin({}, await this.account.settings()) : undefined;
      const stamp = origin && { [FINGERPRINT]: await origin.stamp() };
      const { id, state } = await this.recorded.create(account, { inputs, creator });
      if (this.isKnowable) account.knownObjects?.record(stamp?.[FINGERPRINT], { family: this.name, id });
      return { id, state: this.values.stored(id, { ...state, ...stamp }) };
    });
  }

  /**
   * Undefined when the object of a state is gone.
   *
   * @throws CallError when only the id is known and there is no such object.
   */
  async read({ id, state, stored, reader }: StoredObject): Promise<ReadResult | undefined> {
    return this.explained({ doing: `read of ${id}`, state }, async () => {
      if (!hasOnlyId(state)) await this.account.knows(id);
      const isUndeclared = hasOnlyId(state) ? stored !== undefined : isOnlyImported(state, stored);
      const before = isUndeclared ? state : comparableState(this.family, state, stored);
      const found = await this.find({ id, state: before, reader });
      if (!found && hasOnlyId(state))
        throw new UserError(`there is no ${this.name} with the id ${id}: correct the id`);
      if (!found) return undefined;
      const mark = isUndeclared ? importMark(this.family) : {};
      return {
        ...found,
        state: this.values.read(id, { ...found.state, ...mark }, state),
        inputs: this.values.read(id, { ...found.inputs, ...mark }, state),
      };
    });
  }

  async update(pair: Pair): Promise<Values> {
    const { id, inputs, creatorsIn } = pair;
    return this.explained({ doing: `update of ${id}`, inputs, state: pair.state }, async () => {
      await this.account.knows(id);
      const compared = this.comparable(pair);
      const stamp = await this.stamp(compared.state);
      const account = await this.account.open();
      const changedInputs = this.lifecycle.changedInputs(compared);
      const creators = creatorsIn?.(account.ledger);
      const updated = await this.recorded.update(account, { ...compared, changedInputs, creators });
      if (this.isKnowable) account.knownObjects?.record(stamp[FINGERPRINT], { family: this.name, id });
      return this.values.stored(id, { ...updated, ...stamp });
    });
  }

  async delete(existing: ExistingObject): Promise<void> {
    const { id, state } = existing;
    await this.explained({ doing: `delete of ${id}`, state }, async () => {
      await this.account.knows(id);
      await this.remove(existing);
    });
  }

  /** What create will leave, or an update of the object in `before`. Pure. */
  planned(inputs: Inputs, before?: StoredObject): PlannedObject {
    const existing = before && this.comparable({ ...before, inputs });
    const { id, state } = this.lifecycle.plan(inputs, existing);
    const given = this.values.given(state);
    return id === undefined ? { state: given } : { id, state: given };
  }

  /** The fingerprint to store in a state; the earlier state's while nothing proves the accounts equal. */
  private async stamp(state: State): Promise<Stamp> {
    if (!this.hasObjects) return {};
    const origin = await this.origin(state);
    const { isProven } = await origin.evidence();
    return { [FINGERPRINT]: isProven ? await origin.stamp() : state[FINGERPRINT] };
  }

  /** Reads an object; undefined when it is gone from the account of its state. */
  private async find(existing: ExistingObject): Promise<ReadResult | undefined> {
    const { state } = existing;
    const account = await this.account.open();
    const read = () => this.recorded.read(account, existing);
    if (!this.hasObjects) return read();
    const origin = await this.origin(state);
    const found = await origin.find(this.subject(existing), read);
    if (!found) return undefined;
    const stamp = state[FINGERPRINT] ?? (await origin.stamp());
    if (this.isKnowable) account.knownObjects?.record(stamp, { family: this.name, id: found.id });
    return { ...found, state: { ...found.state, [FINGERPRINT]: stamp } };
  }

  private async remove(existing: ExistingObject): Promise<void> {
    const account = await this.account.open();
    const remove = () => this.recorded.delete(account, existing);
    if (!this.hasObjects) return void (await remove());
    const origin = await this.origin(existing.state);
    await origin.delete(this.subject(existing), () => this.recorded.read(account, existing), remove);
  }

  /**
   * Whether a resource was moved to another account; undefined as well where the account is not known yet. Queries the
   * account only if base URL or token differ from those in the state, and only until it finds one object of such states.
   *
   * @throws UserError where the Provider is the same, so nothing shows that a move is intended.
   */
  private async moveOf(existing: ExistingObject): Promise<Move | undefined> {
    if (!this.hasObjects || existing.state[FINGERPRINT] === undefined) return undefined;
    const origin = await this.origin(existing.state).catch((error: unknown) => {
      if (!(error instanceof UnknownSettingError)) throw error;
    });
    if (!origin || origin.isSameByName) return undefined;
    const { what } = this.subject(existing);
    const evidence = await origin.evidence();
    if (evidence.isProven || evidence.isUnanswered) return undefined;
    try {
      const found = await this.recorded.read(await this.account.open(), existing);
      if (found) return void evidence.prove();
    } catch (error) {
      // When only the token differs, a preview shows what it knows; anything trusted or written later is checked
      // again.
      evidence.isUnanswered = origin.isSameAddress;
      if (evidence.isUnanswered) return undefined;
      throw origin.unknownAccountError(what, error as Error);
    }
    if (await origin.provesByOthers(this.subject(existing), evidence)) return undefined;
    if (!origin.isMoved) throw origin.otherAccountError(what);
    return { withinService: origin.isSameAddress };
  }

  private subject({ id, state }: ExistingObject): Subject {
    return { what: `${this.name} ${id}`, family: this.family, state };
  }

  /** The account that a state was written from. */
  private async origin(state: State): Promise<Origin> {
    return new Origin(state, await this.account.settings());
  }

  /** Runs one call of the engine. @throws CallError, or UnfinishedError where an object exists */
  private async explained<T>(call: EngineCall, task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof UnknownSettingError) throw error;
      throw await this.explain(call, error);
    }
  }

  private async explain({ doing, inputs = {}, state = {} }: EngineCall, error: unknown): Promise<CallError> {
    const secrets = [inputs, state].flatMap((values) => secretsIn(this.values.shape, values));
    const internal = internalErrorIn(error);
    const what = `${this.name}, ${doing}`;
    const report = internal === undefined ? undefined : internalErrorReport(internal, { what, secrets });
    if (!(error instanceof PartialFailure))
      return new CallError(redact(report ?? (await this.account.messageOf(error as Error))));
    // A token that is no longer available must not lose the object.
    const stamp = await this.stamp(state as State).catch(() => ({ [FINGERPRINT]: state[FINGERPRINT] }));
    const stored = this.values.stored(error.id, { ...error.state, ...stamp });
    const account = await this.account.name();
    const reasons = error.reasons.map((reason) => inWordsOf(account, reason));
    const all = report === undefined ? reasons : [...reasons, report];
    const message = redact(inWordsOf(account, error.message));
    return new UnfinishedError(message, error.id, stored, all.map(redact));
  }

  /** The state as if a program had always managed the object, were it imported. */
  private comparable({ id, state, inputs, stored }: Pair): ObjectAndInputs {
    return { id, state: comparableState(this.family, state, stored, inputs), inputs };
  }

  /** Parts that the object had at its import and that the program does not declare, where a user may expect a removal. */
  private reportUnmanagedParts({ id, state, inputs }: ObjectAndInputs): void {
    const parts = this.family.kind === "resource" ? Object.keys(this.family.parts ?? {}) : [];
    const isGiven = (values: Inputs | State, key: string) => (values[key] ?? undefined) !== undefined;
    for (const key of parts.filter((part) => isGiven(state, part) && !isGiven(inputs, part)))
      this.values.report(
        `${this.name} ${id}: ${key} was set when it was imported, and the program does not declare it here: it stays as it is. To remove it, declare it, run \`pulumi up\`, and take it out then`,
      );
  }
}

/** A failure that says where its value is from, when not from the program. */
function withSource(failure: Failure, filled: Inputs): Failure {
  const setting = Object.hasOwn(filled, failure.path)
    ? DEFAULT_SETTINGS[failure.path as keyof typeof DEFAULT_SETTINGS]
    : undefined;
  return setting === undefined
    ? failure
    : { ...failure, reason: `${failure.reason} (its value is that of ${setting})` };
}
