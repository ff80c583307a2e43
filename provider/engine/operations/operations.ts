import { ConfiguredAccount, type HostAccount } from "../../account/account";
import { FINGERPRINT, Origin, type Subject } from "../../account/origin/origin";
import { internalErrorIn, internalErrorReport } from "../../account/process/internal-error";
import { redact, withSecrets } from "../../account/process/report";
import {
  DEFAULT_SETTINGS,
  nameSettingsFor,
  type ReadSetting,
  UnknownSettingError,
} from "../../account/settings/settings";
import { deprecationsIn } from "../../family/family-facts";
import { describePlainSecrets, embeddedSecretPaths } from "../../family/secret-paths";
import {
  type CheckRequest,
  type CreateResult,
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
  RecordedLifecycle,
  type ResourceIdentity,
  type RunLedger,
  type State,
  secretsIn,
  splitImportMark,
  UserError,
} from "../../lifecycle";
import { CallError, UnfinishedError } from "./errors";
import { EngineValues, type Values } from "./values";

export interface CheckResult {
  /** Encoded for the engine. */
  readonly inputs: Values;
  /** Texts that begin with the path of an input. If the engine got the path separately, it would print the value as well. */
  readonly failures: readonly string[];
}

interface ResourceCheck extends CheckRequest {
  /** Names of the inputs that are secret as a whole. */
  readonly wholeSecrets?: readonly string[];
  /** Returns the program's inputs with a placeholder for each secret or unknown value; undefined if its marks are unknown. */
  readonly maskInputs: (() => Inputs) | undefined;
  /** Name of the resource in warnings; undefined if the engine adds the name itself. */
  readonly warningName?: string | undefined;
  /** Name of the resource and the types of its parents, unique within its class; undefined if unknown. */
  readonly resource?: string | undefined;
  readonly record?: (inputs: Inputs, ledger: RunLedger) => void;
}

/** An object with the inputs in the engine's state, which older engines don't pass. */
export interface StoredObject extends ExistingObject {
  readonly stored?: Inputs | undefined;
}

interface ResourceUpdate extends ObjectAndInputs, StoredObject {
  /** Returns the resources that may have this state. */
  readonly creators?: (ledger: RunLedger) => readonly ResourceIdentity[];
}

interface ResourceComparison extends ObjectAndInputs, StoredObject {
  /** Returns the resources that may have this state. `resources`: their names as in a check; empty in a refresh. */
  readonly identify: (ledger: RunLedger) => {
    readonly creators: readonly ResourceIdentity[];
    readonly resources: readonly string[];
  };
  /** The reason why this resource must not import the object. */
  readonly conflict?: string | undefined;
}

interface ResourceDiff extends Diff {
  readonly changes: readonly PropertyChange[];
  /**
   * True if an update is needed, even without a change, so that the state records the new Provider. Otherwise, wrong settings of
   * that Provider would later look like a move to another account.
   */
  readonly hasOtherProvider: boolean;
}

/** The part of a state that identifies its account. */
type AccountProps = { readonly [FINGERPRINT]?: unknown };

/** The operations of a family in the configured account, which both providers use. */
export class FamilyOperations {
  readonly name: string;
  readonly values: EngineValues;
  private readonly lifecycle: Lifecycle;
  private readonly recorded: RecordedLifecycle;
  private readonly account: ConfiguredAccount;
  /** False for a command. */
  private readonly hasObjects: boolean;
  /** True if the family's objects are at the top level of the account, where later runs find them to recognize the account. */
  private readonly identifiesAccount: boolean;

  constructor(
    private readonly family: ManagedFamily,
    configured: () => Promise<ReadSetting>,
  ) {
    this.name = family.name;
    this.values = new EngineValues(family);
    this.lifecycle = lifecycleOf(family);
    this.recorded = new RecordedLifecycle(family, this.lifecycle);
    this.account = new ConfiguredAccount(configured);
    this.hasObjects = family.kind !== "command";
    this.identifiesAccount = family.kind === "resource" && family.pathKeys.length === 0;
  }

  async check(check: ResourceCheck): Promise<CheckResult> {
    const { inputs: program, before = {}, seed, warningName, resource, wholeSecrets } = check;
    return this.explainErrors({ operation: "check", inputs: program, state: before }, async () => {
      const { ledger, configurationErrors, warnsOfDeprecated } = await this.account.ledger();
      const { mark, inputs: declared } = splitImportMark(before, program);
      // An import takes the values of the service, even incomplete ones, and not the account's defaults.
      const isImport = Object.keys(mark).length > 0;
      const isConfigured = configurationErrors.length === 0;
      const defaults = isImport || !isConfigured ? {} : await this.defaultsFor(declared);
      const withDefaults = { ...declared, ...defaults };
      const account = await this.account.name();
      const checked = this.recorded.check(ledger, { inputs: withDefaults, before, seed, resource, account });
      const inputs = { ...checked.inputs, ...mark };
      const label = warningName === undefined ? this.name : `${this.name} "${warningName}"`;
      const plainSecrets = embeddedSecretPaths(this.family.inputs, check.maskInputs?.() ?? {});
      const warnings = [
        ...(plainSecrets.length > 0 ? [describePlainSecrets(plainSecrets)] : []),
        ...this.values.describe(checked.warnings ?? [], wholeSecrets),
        ...(warnsOfDeprecated ? deprecationsIn(this.family, withDefaults) : []),
      ];
      for (const warning of warnings) this.values.warn(`${label}: ${warning}`, resource);
      check.record?.(inputs, ledger);
      const inputFailures = isImport ? [] : checked.failures.map((failure) => withSource(failure, defaults));
      const isNew = Object.keys(before).length === 0;
      if (isNew && isConfigured && inputFailures.length === 0)
        await this.reportAdoptionPreview(label, inputs, resource);
      const failures =
        inputFailures.length > 0 ? this.values.describe(inputFailures, wholeSecrets) : configurationErrors;
      return { inputs: this.values.encode(inputs), failures };
    });
  }

  private async defaultsFor(declared: Inputs): Promise<Inputs> {
    const { inputs } = this.family;
    const defaults = Object.entries(await this.account.defaults());
    return Object.fromEntries(
      defaults.filter(([key]) => Object.hasOwn(inputs, key) && (declared[key] ?? null) === null),
    );
  }

  /** Reports whether a new resource will adopt an object by its name. The object is looked up again at creation. */
  private async reportAdoptionPreview(label: string, inputs: Inputs, resource: string | undefined) {
    if (inputs.adopt === undefined) return;
    try {
      const preview = await this.lifecycle.previewAdoption?.(await this.account.open(), { inputs, resource });
      if (preview?.isRefused) this.values.warn(`${label}: ${preview.text}`, resource);
      else if (preview) this.values.report(`${label} ${preview.text}`, resource);
    } catch (error) {
      // A preview must succeed even if the service is unreachable.
      const why = await this.account.messageOf(error as Error);
      this.values.warn(
        `${label}: cannot tell whether it will adopt an object or create one: ${why}`,
        resource,
      );
    }
  }

  async diff(comparison: ResourceComparison): Promise<ResourceDiff> {
    const { id, inputs, stored, identify, conflict } = comparison;
    return this.explainErrors({ operation: `diff of ${id}`, inputs, state: comparison.state }, async () => {
      if (conflict !== undefined) throw new UserError(conflict);
      await this.account.markStored(id);
      const { ledger } = await this.account.ledger();
      const possibleResources = identify(ledger);
      const compared = this.comparable(comparison);
      const { state } = compared;
      if (isOnlyImported(comparison.state, stored)) this.reportUnmanagedParts(comparison);
      const origin = await this.knownOrigin(state);
      const move = origin && (await this.detectMove({ id, state }, origin));
      const diff = this.recorded.diff(ledger, { ...compared, ...possibleResources, move });
      for (const warning of diff.warnings) this.values.warn(warning);
      for (const line of diff.notes ?? []) this.values.report(line);
      const values = { before: state, declared: stored ?? state, after: inputs };
      const changes = detailedDiff(this.values.shape, diff.changedInputs, values);
      return { ...diff, changes, hasOtherProvider: origin?.hasOtherProvider === true };
    });
  }

  /** @param findCreator - Returns the resource that the object is created for; undefined if unknown. */
  async create(
    inputs: Inputs,
    findCreator: (ledger: RunLedger) => ResourceIdentity | undefined,
  ): Promise<CreateResult> {
    return this.explainErrors({ operation: "create", inputs }, async () => {
      const account = await this.account.open();
      const creator = findCreator(account.ledger);
      const accountProps = this.hasObjects
        ? { [FINGERPRINT]: await new Origin({}, await this.account.settings()).currentFingerprint() }
        : {};
      const { id, state } = await this.recorded.create(account, { inputs, creator });
      if (this.identifiesAccount) account.knownObjects?.record(accountProps[FINGERPRINT], this.name, id);
      return { id, state: this.values.encode({ ...state, ...accountProps }) };
    });
  }

  /** Returns undefined if the object is gone. Throws a CallError if only the id is known and there is no such object. */
  async read({ id, state, stored, reader }: StoredObject): Promise<ReadResult | undefined> {
    return this.explainErrors({ operation: `read of ${id}`, state }, async () => {
      if (!hasOnlyId(state)) await this.account.markStored(id);
      const isUndeclared = hasOnlyId(state) ? stored !== undefined : isOnlyImported(state, stored);
      const before = isUndeclared ? state : comparableState(this.family, state, stored);
      const result = await this.find({ id, state: before, reader });
      if (!result && hasOnlyId(state))
        throw new UserError(`there is no ${this.name} with the id ${id}: correct the id`);
      const mark = isUndeclared ? importMark(this.family) : {};
      const encode = (values: Inputs | State) => this.values.encodeRead({ ...values, ...mark }, state);
      return result && { ...result, state: encode(result.state), inputs: encode(result.inputs) };
    });
  }

  async update(update: ResourceUpdate): Promise<Values> {
    const { id, inputs, creators } = update;
    return this.explainErrors({ operation: `update of ${id}`, inputs, state: update.state }, async () => {
      await this.account.markStored(id);
      const compared = this.comparable(update);
      const accountProps = await this.accountPropsFor(compared.state);
      const account = await this.account.open();
      const updated = await this.recorded.update(account, {
        ...compared,
        changedInputs: this.lifecycle.changedInputs(compared),
        creators: creators?.(account.ledger),
      });
      this.recordKnownObject(account, accountProps, id);
      return this.values.encode({ ...updated, ...accountProps });
    });
  }

  async delete(existing: ExistingObject): Promise<void> {
    const { id, state } = existing;
    await this.explainErrors({ operation: `delete of ${id}`, state }, async () => {
      await this.account.markStored(id);
      const account = await this.account.open();
      const remove = () => this.recorded.delete(account, existing);
      if (!this.hasObjects) return void (await remove());
      const origin = await this.origin(state);
      await origin.delete(this.subject(existing), () => this.recorded.read(account, existing), remove);
    });
  }

  /** Returns the planned state of a new object, or of an update to the object in `before`. Sends no requests. */
  planned(inputs: Inputs, before?: StoredObject): PlannedObject {
    const existing = before && this.comparable({ ...before, inputs });
    const planned = this.lifecycle.plan(inputs, existing);
    return { ...planned, state: this.values.encode(planned.state) };
  }

  private recordKnownObject(account: HostAccount, accountProps: AccountProps, id: string): void {
    if (this.identifiesAccount) account.knownObjects?.record(accountProps[FINGERPRINT], this.name, id);
  }

  /** Returns the fingerprint to store: the current account's, or that of the state until both are proven to be the same. */
  private async accountPropsFor(state: State): Promise<AccountProps> {
    if (!this.hasObjects) return {};
    const origin = await this.origin(state);
    const { isProven } = await origin.evidence();
    return { [FINGERPRINT]: isProven ? await origin.currentFingerprint() : state[FINGERPRINT] };
  }

  /** Reads an object; undefined if it is gone from the account that its state was written from. */
  private async find(existing: ExistingObject): Promise<ReadResult | undefined> {
    const { state } = existing;
    const account = await this.account.open();
    const read = () => this.recorded.read(account, existing);
    if (!this.hasObjects) return read();
    const origin = await this.origin(state);
    const result = await origin.find(this.subject(existing), read);
    if (!result) return undefined;
    const accountProps = { [FINGERPRINT]: state[FINGERPRINT] ?? (await origin.currentFingerprint()) };
    this.recordKnownObject(account, accountProps, result.id);
    return { ...result, state: { ...result.state, ...accountProps } };
  }

  /** Returns undefined if the account of the state isn't recorded, or the current one is unknown. */
  private async knownOrigin(state: State): Promise<Origin | undefined> {
    if (!this.hasObjects || state[FINGERPRINT] === undefined) return undefined;
    return this.origin(state).catch((error: unknown) => {
      if (error instanceof UnknownSettingError) return undefined;
      throw error;
    });
  }

  /**
   * Returns undefined if the resource wasn't moved to another account.
   *
   * @throws UserError if the account is another one although the Provider is the same.
   */
  private async detectMove(existing: ExistingObject, origin: Origin): Promise<Move | undefined> {
    const subject = this.subject(existing);
    const evidence = origin.sharedEvidence;
    if (evidence.isProven || evidence.isUnanswered) return undefined;
    try {
      if (await origin.hasSameSettings()) return undefined;
      const object = await this.recorded.read(await this.account.open(), existing);
      if (object) return void evidence.prove();
    } catch (error) {
      // If only the token differs, a preview continues without the account. Every write checks the account again.
      evidence.isUnanswered = origin.isSameAddress;
      if (evidence.isUnanswered) return undefined;
      throw origin.unknownAccountError(subject, error as Error);
    }
    if (await origin.findOtherObject(subject, evidence)) return undefined;
    if (!origin.hasOtherProvider) throw origin.otherAccountError(subject);
    return { withinService: origin.isSameAddress };
  }

  private subject({ id, state }: ExistingObject): Subject {
    return { label: `${this.name} ${id}`, family: this.family, state };
  }

  private async origin(state: State): Promise<Origin> {
    return new Origin(state, await this.account.settings());
  }

  /**
   * Runs a call of the engine, which must not show the secrets in its inputs and state.
   *
   * @throws CallError, or UnfinishedError if an object exists but is unfinished.
   */
  private async explainErrors<T>(
    call: { readonly operation: string; readonly inputs?: Values | Inputs; readonly state?: Values | State },
    task: () => Promise<T>,
  ): Promise<T> {
    const { operation, inputs = {}, state = {} } = call;
    try {
      const secrets = [inputs, state].flatMap((values) => secretsIn(this.values.shape, values));
      return await (secrets.length === 0 ? task() : withSecrets(secrets, task));
    } catch (error) {
      if (error instanceof UnknownSettingError) throw error;
      const internal = internalErrorIn(error);
      const label = `${this.name}, ${operation}`;
      const report = internal === undefined ? undefined : internalErrorReport(internal, label);
      if (!(error instanceof PartialFailure))
        throw new CallError(report ?? redact(await this.account.messageOf(error as Error)));
      // The object must reach the state even if the token is no longer available.
      const accountProps = await this.accountPropsFor(state as State).catch(() => ({
        [FINGERPRINT]: state[FINGERPRINT],
      }));
      const encoded = this.values.encode({ ...error.state, ...accountProps });
      const account = await this.account.name();
      const explain = (text: string) => redact(nameSettingsFor(account, text));
      const reasons = [...error.reasons.map(explain), ...(report === undefined ? [] : [report])];
      throw new UnfinishedError(explain(error.message), error.id, encoded, reasons);
    }
  }

  /** Treats an imported object as if a program had always managed it. */
  private comparable({ id, state, inputs, stored }: StoredObject & ObjectAndInputs): ObjectAndInputs {
    return { id, state: comparableState(this.family, state, stored, inputs), inputs };
  }

  /** Reports parts of an imported object that the program doesn't declare, because users may expect their removal. */
  private reportUnmanagedParts({ id, state, inputs }: ObjectAndInputs): void {
    const parts = this.family.kind === "resource" ? Object.keys(this.family.parts) : [];
    const isUnset = (value: unknown) => value === undefined || value === null;
    for (const key of parts.filter((part) => !isUnset(state[part]) && isUnset(inputs[part])))
      this.values.report(
        `${this.name} ${id}: ${key} was set when the object was imported, and this resource does not declare it, so it stays unchanged. If no other resource declares it and you want to remove it: declare it here, run \`pulumi up\`, and then remove it from the program`,
      );
  }
}

/** If a failure's value comes from a setting instead of the program, names the setting in the reason. */
function withSource(failure: Failure, defaults: Inputs): Failure {
  if (!Object.hasOwn(defaults, failure.path)) return failure;
  const setting = DEFAULT_SETTINGS[failure.path as keyof typeof DEFAULT_SETTINGS];
  return { ...failure, reason: `${failure.reason} (the value of ${setting})` };
}
