import { accountFor, type HostAccount, ledgerFor } from "../../account/account";
import { withoutLostKeys } from "../../account/engine-marks";
import { FINGERPRINT } from "../../account/fingerprint";
import { internalErrorIn, internalErrorReport } from "../../account/internal-error";
import { knowsObject } from "../../account/journal";
import { Origin, type Subject } from "../../account/origin";
import { report, withoutSecrets } from "../../account/report";
import { markSecrets } from "../../account/secrets";
import {
  accountName,
  ConfigurationError,
  type Read,
  type Settings,
  settingsOf,
  UnknownSettingError,
} from "../../account/settings";
import { inWordsOf, messageFor } from "../../account/wording";
import { deprecationsIn } from "../../family/described";
import { embeddedPaths, mayEmbed, plainSecrets } from "../../family/embedded";
import { fieldAt, type Shape } from "../../family/field";
import { UNKNOWN } from "../../family/unknown";
import type {
  Created,
  Creator,
  DiffResult,
  Failure,
  Found,
  ManagedFamily,
  Move,
  Planned,
  PropertyChange,
} from "../../lifecycle";
import {
  comparableState,
  detailedDiff,
  importMark,
  isIdAlone,
  isOnlyImported,
  isSecretAt,
  madeOutputs,
  openLedger,
  PartialFailure,
  type RecordedLifecycle,
  type RunLedger,
  recordedLifecycleOf,
  secretsIn,
  UserError,
  withoutMark,
} from "../../lifecycle";
import { CallError, UnfinishedError } from "./errors";

type Props = Record<string, unknown>;

/** Checked inputs in the form that the engine accepts, and what is wrong with them. */
export interface CheckResult {
  readonly inputs: Props;
  readonly failures: readonly CheckFailure[];
}

/** What is wrong with inputs, for the engine. */
export interface CheckFailure {
  /**
   * The path; empty where the engine would show a secret, since it prints the value of a property that is named here, or
   * where nobody can tell. The reason begins with the path.
   */
  readonly property: string;
  readonly reason: string;
}

/** What a provider knows of a comparison besides state and inputs. */
export interface Comparison {
  /** The inputs that are stored with the state, where the engine passes them. */
  readonly stored?: Props | undefined;
  /** Called with the ledger of the run. */
  readonly note?: (ledger: RunLedger) => void;
  /** The resources whose state it may be, where known. */
  readonly creatorsIn?: (ledger: RunLedger) => readonly Creator[];
  /**
   * Place in the program of the resource that is compared, or of each that it may be; none where only a state is, as in a
   * refresh.
   */
  readonly places?: (ledger: RunLedger) => readonly string[];
}

/** What a provider knows of a check besides the inputs. */
export interface CheckOptions {
  /** Name of the resource for warnings, where the engine does not add it. */
  readonly resource?: string | undefined;
  /** Its name and the types of its parents, unique within its class, where the engine or its class tells it. */
  readonly place?: string | undefined;
  /** Random bytes for the resource, where the engine passes some. */
  readonly seed?: Uint8Array;
  /** Called with the checked inputs and the ledger of the run. */
  readonly note?: (inputs: Props, ledger: RunLedger) => void;
  /** Inputs that are secret as a whole. */
  readonly hidden?: readonly string[];
  /** Whether an input surely holds nothing that the program has made secret; no input where nobody can tell. */
  readonly isShown?: (input: string) => boolean;
}

const HIDDEN =
  "has something wrong, or doubtful, that is not told, since the input is secret as a whole: make only the passwords and keys in it secret, to be told what";

/**
 * What both providers do for one family in the configured account: the lifecycle with the ledger of the run, the
 * evidence that the account is the state's, and values and errors in the form that the engine accepts.
 */
export class FamilyOperations {
  readonly name: string;
  private readonly made: ReadonlyMap<string, readonly string[]>;
  private readonly lifecycle: RecordedLifecycle;
  private readonly shape: Shape;
  private readonly parts: readonly string[];
  /** False for a command, which has nothing in any account. */
  private readonly hasObjects: boolean;
  private readonly said = new Set<string>();

  /** @param configured - The account's configuration, once the engine has given it. */
  constructor(
    private readonly family: ManagedFamily,
    private readonly configured: () => Promise<Read>,
  ) {
    this.name = family.name;
    this.lifecycle = recordedLifecycleOf(family);
    this.hasObjects = family.kind !== "command";
    this.parts = family.kind === "resource" ? Object.keys(family.parts ?? {}) : [];
    this.shape = { ...family.outputs, ...family.inputs };
    this.made = madeOutputs(family);
  }

  /** The outputs that are secret because inputs are, which the program has made secret. */
  secretOutputs(inputs: readonly string[]): readonly string[] {
    return [...this.made].flatMap(([key, from]) => (from.some((one) => inputs.includes(one)) ? [key] : []));
  }

  /**
   * Whether a state shows an input, or what is made of it, after the program has made it secret, until an update: the
   * engine itself hides inputs as a whole, and what is always secret is hidden before.
   *
   * @param path - Keys and list positions of a value, starting with the input.
   */
  showsIfSecret(path: readonly (string | number)[]): boolean {
    const [input] = path;
    if (this.secretOutputs([String(input)]).length > 0) return true;
    return path.length > 1 && !isSecretAt(this.shape, path);
  }

  async check(olds: Props, news: Props, options: CheckOptions = {}): Promise<CheckResult> {
    const { resource, place, seed, note, hidden = [], isShown = () => false } = options;
    return this.explained({ doing: "check", given: news, olds }, async () => {
      const { ledger, unset, warnsOfDeprecated } = await this.ledger();
      const { mark, given } = withoutMark(olds, news);
      const {
        inputs: checked,
        failures: wrong,
        warnings: doubtful = [],
      } = this.lifecycle.check(ledger, olds, given, {
        seed,
        resource: place,
      });
      const [failures, warnings] = [wrong, doubtful].map((found) => this.tellable(found, hidden));
      const inputs = { ...checked, ...mark };
      const who = resource === undefined ? this.name : `${this.name} "${resource}"`;
      for (const { path, reason } of warnings ?? []) this.warn(`${who}: ${path}: ${reason}`);
      if (warnsOfDeprecated)
        for (const deprecation of deprecationsIn(this.family, given)) this.warn(`${who}: ${deprecation}`);
      note?.(inputs, ledger);
      const refused = (failures ?? []).map(({ path, reason, isMissing }) => ({
        property: this.isNameable(path, news, isMissing === true, isShown)
          ? path.replace(/ \(line \d+\)$/, "")
          : "",
        reason: withoutSecrets(`${path}: ${reason}`),
      }));
      const unconfigured = unset.map((reason) => ({ property: "", reason }));
      return { inputs: this.markInputs(inputs), failures: refused.length === 0 ? unconfigured : refused };
    });
  }

  /** Whether the engine shows no secret where a failure names its property: it prints what the inputs have of that name. */
  private isNameable(
    path: string,
    news: Props,
    isMissing: boolean,
    isShown: (input: string) => boolean,
  ): boolean {
    const [input = ""] = path.split(/[.[ ]/);
    // A key may be spelled like a path.
    if (isMissing && !Object.hasOwn(news, path)) return true;
    if (!isShown(input) || withoutSecrets(path) !== path) return false;
    if (!Object.hasOwn(news, path)) return true;
    // What is not known may be the secret of a misspelled property.
    const isKnown = fieldAt(this.shape, path) !== undefined;
    return isKnown && secretsIn(this.shape, { [path]: news[path] }).length === 0;
  }

  /** What is told of inputs: of a secret policy no more than that something is wrong with it. */
  private tellable(found: readonly Failure[], hidden: readonly string[]): readonly Failure[] {
    const isPolicy = (input: string) => {
      const field = fieldAt(this.shape, input);
      return field !== undefined && mayEmbed(field);
    };
    const told = new Map<string, Failure>();
    for (const failure of found) {
      const [input = ""] = failure.path.split(/[.[ ]/);
      const isHidden = hidden.includes(input) && input !== failure.path && isPolicy(input);
      const one = isHidden ? { path: input, reason: HIDDEN } : failure;
      told.set(JSON.stringify([one.path, one.reason]), one);
    }
    return [...told.values()];
  }

  /** Warns of passwords and keys that stand in inputs in plain. @param shown - The inputs without what is secret. */
  warnOfPlainSecrets(shown: Props): void {
    const reason = plainSecrets(embeddedPaths(this.family.inputs, shown));
    if (reason !== undefined) this.warn(`${this.name}: ${reason}`);
  }

  async diff(id: string, state: Props, news: Props, comparison: Comparison = {}): Promise<DiffResult> {
    const { stored, note, creatorsIn, places } = comparison;
    return this.explained({ doing: `diff of ${id}`, given: news, olds: state }, async () => {
      knowsObject(id);
      const { ledger } = await this.ledger();
      note?.(ledger);
      const olds = comparableState(this.family, state, stored, news);
      if (isOnlyImported(state, stored)) this.reportUnmanagedParts(id, state, news);
      const move = await this.moveOf(id, olds).catch((error: unknown) => {
        if (error instanceof UnknownSettingError) return undefined;
        throw error;
      });
      const found = this.lifecycle.diff(ledger, id, olds, news, {
        move,
        resources: places?.(ledger),
        creators: creatorsIn?.(ledger),
      });
      for (const warning of found.warnings) this.warn(warning);
      for (const note of found.notes ?? []) this.say(note);
      return found;
    });
  }

  /** @param creatorIn - The resource that the object is created for, where known. */
  async create(inputs: Props, creatorIn: (ledger: RunLedger) => Creator | undefined): Promise<Created> {
    return this.explained({ doing: "create", given: inputs }, async () => {
      const account = await this.account();
      const creator = creatorIn(account.ledger);
      const stamp = await this.stamp({});
      const { id, state } = await this.lifecycle.create(account, inputs, creator);
      return { id, state: this.mark(id, { ...state, ...stamp }) };
    });
  }

  /**
   * Undefined when the object of a state is gone.
   *
   * @param stored - The inputs that are stored with the state, where the engine can import.
   * @throws CallError when only the id is known and there is no such object.
   */
  async read(id: string, state: Props, stored?: Props): Promise<Found | undefined> {
    return this.explained({ doing: `read of ${id}`, olds: state }, async () => {
      if (!isIdAlone(state)) knowsObject(id);
      const isUndeclared = isIdAlone(state) ? stored !== undefined : isOnlyImported(state, stored);
      const before = isUndeclared ? state : comparableState(this.family, state, stored);
      const found = await this.find(id, before);
      if (!found && isIdAlone(state))
        throw new UserError(`there is no ${this.name} with the id ${id}: correct the id`);
      if (!found) return undefined;
      const mark = isUndeclared ? importMark(this.family) : {};
      return {
        id: found.id,
        state: this.mark(id, { ...found.state, ...mark }),
        inputs: this.mark(id, { ...found.inputs, ...mark }),
      };
    });
  }

  async update(id: string, state: Props, news: Props, comparison: Comparison = {}): Promise<Props> {
    const { stored, creatorsIn } = comparison;
    return this.explained({ doing: `update of ${id}`, given: news, olds: state }, async () => {
      knowsObject(id);
      const olds = comparableState(this.family, state, stored, news);
      const stamp = await this.stamp(olds);
      const account = await this.account();
      const creators = creatorsIn?.(account.ledger);
      const updated = await this.lifecycle.update(account, id, olds, news, creators);
      return this.mark(id, { ...updated, ...stamp });
    });
  }

  async delete(id: string, state: Props): Promise<void> {
    await this.explained({ doing: `delete of ${id}`, olds: state }, async () => {
      knowsObject(id);
      const account = await this.account();
      if (!this.hasObjects) return void (await this.lifecycle.delete(account, id, state));
      const origin = await this.origin(state);
      await origin.delete(
        this.subject(id, state),
        () => this.lifecycle.read(account, id, state),
        () => this.lifecycle.delete(account, id, state),
      );
    });
  }

  private async find(id: string, state: Props): Promise<Found | undefined> {
    const account = await this.account();
    if (!this.hasObjects) return this.lifecycle.read(account, id, state);
    const origin = await this.origin(state);
    const found = await origin.find(this.subject(id, state), () => this.lifecycle.read(account, id, state));
    if (!found) return undefined;
    const stamp = state[FINGERPRINT] ?? (await origin.stamp());
    return { ...found, state: { ...found.state, [FINGERPRINT]: stamp } };
  }

  /**
   * Whether a resource was moved to another account. Queries the account only where base URL or token differ from
   * those in the state, and no more once one object of such states was found in it.
   *
   * @throws UserError where the Provider is the same, so nothing shows that a move is intended.
   */
  private async moveOf(id: string, olds: Props): Promise<Move | undefined> {
    if (!this.hasObjects || olds[FINGERPRINT] === undefined) return undefined;
    const origin = await this.origin(olds);
    if (origin.isSameByName) return undefined;
    const what = `${this.name} ${id}`;
    const evidence = await origin.evidence();
    if (evidence.isProven || evidence.isUnanswered) return undefined;
    try {
      const found = await this.lifecycle.read(await this.account(), id, olds);
      if (found) return void evidence.prove();
    } catch (error) {
      // When only the token differs, a preview shows what it knows; anything trusted or written later is checked
      // again.
      evidence.isUnanswered = origin.isSameAddress;
      if (evidence.isUnanswered) return undefined;
      throw origin.unknown(what, error as Error);
    }
    if (await origin.provesByReference(this.subject(id, olds), evidence)) return undefined;
    if (!origin.isMoved) throw origin.elsewhere(what);
    return { withinService: origin.isSameAddress };
  }

  /** The fingerprint to store in a state; the earlier state's while nothing proves the accounts equal. */
  private async stamp(olds: Props): Promise<Props> {
    if (!this.hasObjects) return {};
    const origin = await this.origin(olds);
    const { isProven } = await origin.evidence();
    return { [FINGERPRINT]: isProven ? await origin.stamp() : olds[FINGERPRINT] };
  }

  private subject(id: string, state: Props): Subject {
    return { what: `${this.name} ${id}`, family: this.family, state };
  }

  private async origin(state: Props): Promise<Origin> {
    return new Origin(state, await this.settings());
  }

  private warn(warning: string): void {
    this.say(`warning: ${warning}`);
  }

  /** Once per process: the engine calls diff several times. */
  private say(line: string): void {
    if (this.said.has(line)) return;
    this.said.add(line);
    report(line);
  }

  private async settings(): Promise<Settings> {
    return settingsOf(await this.configured());
  }

  private async account(): Promise<HostAccount> {
    return accountFor(await this.settings());
  }

  /**
   * What differs between the state of an object and a program, one value at a time.
   *
   * @param stored - The inputs that are stored with the state, where the engine passes them.
   */
  changes(id: string, state: Props, news: Props, stored?: Props): readonly PropertyChange[] {
    const olds = comparableState(this.family, state, stored, news);
    const changed = this.lifecycle.changedInputs(id, olds, news);
    return detailedDiff(this.shape, changed, { before: olds, given: stored ?? olds, after: news });
  }

  /** What create will leave, or an update of the object in `before`. Pure. */
  planned(
    inputs: Props,
    before?: { readonly id: string; readonly state: Props; readonly stored?: Props | undefined },
  ): Planned {
    const olds = before && {
      id: before.id,
      state: comparableState(this.family, before.state, before.stored, inputs),
    };
    const { id, state } = this.lifecycle.planned(inputs, olds);
    const marked = this.markInputs(state);
    return id === undefined ? { state: marked } : { id, state: marked };
  }

  /** Parts that the object had at its import and that the program does not declare, where a user may expect a removal. */
  private reportUnmanagedParts(id: string, state: Props, news: Props): void {
    const isGiven = (props: Props, key: string) => (props[key] ?? undefined) !== undefined;
    for (const key of this.parts.filter((part) => isGiven(state, part) && !isGiven(news, part)))
      this.say(
        `${this.name} ${id}: ${key} was set when it was imported, and the program does not declare it here: it stays as it is. To remove it, declare it, run \`pulumi up\`, and take it out then`,
      );
  }

  /** The state of an object of which nothing is known. */
  get unknownState(): Props {
    return Object.fromEntries(Object.keys(this.shape).map((key) => [key, UNKNOWN]));
  }

  /** Missing configuration is reported at preview, before anything is half done. */
  private async ledger(): Promise<{
    ledger: RunLedger;
    unset: readonly string[];
    warnsOfDeprecated?: boolean;
  }> {
    try {
      const { baseUrl, warnsOfDeprecated } = await this.settings();
      return { ledger: ledgerFor(baseUrl), unset: [], warnsOfDeprecated };
    } catch (error) {
      if (error instanceof UnknownSettingError) return { ledger: openLedger(), unset: [] };
      if (!(error instanceof ConfigurationError)) throw error;
      return { ledger: openLedger(), unset: [await this.messageOf(error)] };
    }
  }

  /** A program's inputs in the form the engine accepts: JSON without holes, secrets marked. */
  private markInputs(values: Readonly<Props>): Props {
    return JSON.parse(JSON.stringify(markSecrets(this.shape, values)));
  }

  /** The service's values in the form the engine accepts, also without keys that its SDK would lose. */
  private mark(id: string, values: Readonly<Props>): Props {
    return withoutLostKeys(this.markInputs(values), (property, instead) =>
      this.warn(
        `${this.name} ${id}: ${property} has a key that Pulumi loses: it is read as "${instead}"; see who has set it, and change it`,
      ),
    );
  }

  /** Runs one call of the engine and converts errors into those that the engine shows and stores. */
  private async explained<T>(call: EngineCall, task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof UnknownSettingError) throw error;
      const { doing, given = {}, olds = {} } = call;
      const secrets = [given, olds].flatMap((values) => secretsIn(this.shape, values));
      const internal = internalErrorIn(error);
      const shown = withoutSecrets;
      const report =
        internal === undefined
          ? undefined
          : internalErrorReport(internal, { what: `${this.name}, ${doing}`, secrets });
      if (!(error instanceof PartialFailure))
        throw new CallError(shown(report ?? (await this.messageOf(error as Error))));
      // A token that is no longer available must not lose the object.
      const stamp = await this.stamp(olds).catch(() => ({ [FINGERPRINT]: olds[FINGERPRINT] }));
      const state = this.mark(error.id, { ...error.state, ...stamp });
      const account = await this.accountName();
      const reasons = error.reasons.map((reason) => inWordsOf(account, reason));
      const all = report === undefined ? reasons : [...reasons, report];
      const message = shown(inWordsOf(account, error.message));
      throw new UnfinishedError(message, error.id, state, all.map(shown));
    }
  }

  private async messageOf(error: Error): Promise<string> {
    return messageFor(await this.accountName(), error);
  }

  private async accountName(): Promise<string | undefined> {
    return accountName(await this.configured());
  }
}

/** One call from the engine. */
interface EngineCall {
  readonly doing: string;
  readonly given?: Props;
  readonly olds?: Props;
}
