import type { dynamic } from "@pulumi/pulumi";
import { accountFor, type HostAccount, ledgerFor } from "../account/account";
import { withoutLostKeys } from "../account/engine-marks";
import { FINGERPRINT } from "../account/fingerprint";
import { type Call, internalErrorIn, internalErrorReport } from "../account/internal-error";
import { knowsObject } from "../account/journal";
import { Origin } from "../account/origin";
import { report } from "../account/report";
import { markSecrets } from "../account/secrets";
import { accountName, ConfigurationError, type Settings, settingsOf } from "../account/settings";
import { inWordsOf, messageFor } from "../account/wording";
import type { Shape } from "../family/fields";
import type { Failure, Found, ManagedFamily, Move } from "../lifecycle";
import {
  isIdAlone,
  openLedger,
  PartialFailure,
  RESOURCE_NAME,
  type RunLedger,
  secretsIn,
  UserError,
} from "../lifecycle";
import { creatorOf } from "./creator";
import { RecordedLifecycle } from "./recorded";

type Props = Record<string, unknown>;
type Config = { get(key: string): unknown };

/**
 * The engine's provider for one family. Translates between the engine's terms and the lifecycle's; contains no rules
 * of its own.
 */
export class EngineProvider implements dynamic.ResourceProvider {
  private readonly name: string;
  private readonly lifecycle: RecordedLifecycle;
  private readonly shape: Shape;
  /** False for a command, which has nothing in any account. */
  private readonly hasObjects: boolean;
  private readonly configured: Promise<Config>;
  private setConfig: (config: Config) => void = () => undefined;
  private readonly warned = new Set<string>();

  constructor(family: ManagedFamily) {
    this.name = family.name;
    this.lifecycle = new RecordedLifecycle(family);
    this.hasObjects = family.kind !== "command";
    this.shape = { ...family.outputs, ...family.inputs };
    this.configured = new Promise((resolve) => {
      this.setConfig = resolve;
    });
  }

  /** The engine's host calls this once but allows other calls before it is done: each of them waits for it. */
  async configure(request: { config: Config }): Promise<void> {
    this.setConfig(request.config);
  }

  async check(olds: Props, news: Props): Promise<dynamic.CheckResult> {
    return this.withEngineErrors({ doing: "check", given: news, olds }, async () => {
      const { [RESOURCE_NAME]: name, ...given } = news;
      const { ledger, unset } = await this.ledger();
      const { inputs, failures, warnings = [] } = this.lifecycle.check(ledger, olds, given);
      // Its place begins with organization, project and stack, which the user knows.
      const place = typeof name === "string" ? ` "${name.replace(/^(?:[^/]*\/){3}/, "")}"` : "";
      for (const { path, reason } of warnings) this.warn(`${this.name}${place}: ${path}: ${reason}`);
      if (typeof name === "string") {
        if (Object.keys(olds).length === 0) ledger.names.of(this.name).expect(inputs, name);
        else ledger.names.of(this.name).exists(inputs, name);
      }
      return {
        inputs: this.markInputs(inputs),
        failures: [...failures.map(formatFailure), ...(failures.length === 0 ? unset : [])],
      };
    });
  }

  async diff(id: string, olds: Props, news: Props): Promise<dynamic.DiffResult> {
    return this.withEngineErrors({ doing: `diff of ${id}`, given: news, olds }, async () => {
      knowsObject(id);
      const { __provider, ...given } = news;
      const { ledger } = await this.ledger();
      ledger.names.of(this.name).named(given, id);
      const found = this.lifecycle.diff(ledger, id, olds, news, await this.moveOf(id, olds));
      for (const warning of found.warnings) this.warn(warning);
      if (!found.changed) return { changes: false };
      const { deleteBeforeReplace } = found;
      const result = { replaces: [...found.replaces], deleteBeforeReplace };
      // Leaving `changes` open makes the engine work out the detailed diff from the inputs.
      return found.unseen ? { ...result, changes: true } : result;
    });
  }

  async create(inputs: Props): Promise<dynamic.CreateResult> {
    return this.withEngineErrors({ doing: "create", given: inputs }, async () => {
      const { __provider, ...given } = inputs;
      const account = await this.account();
      const names = account.ledger.names.of(this.name);
      const name = names.take(given);
      const creator = name === undefined ? undefined : creatorOf(name, names.hasUnnamedObject(name));
      const stamp = await this.stamp({});
      const { id, state } = await this.lifecycle.create(account, given, creator);
      return { id, outs: this.mark(id, { ...state, ...stamp }) };
    });
  }

  async read(id: string, props: Props = {}): Promise<dynamic.ReadResult> {
    return this.withEngineErrors({ doing: `read of ${id}`, olds: props }, async () => {
      if (!isIdAlone(props)) knowsObject(id);
      const found = await this.find(id, props);
      // In a refresh an empty response means "gone"; for `get` the engine's host would treat it as an object without
      // properties.
      if (!found && isIdAlone(props))
        throw new UserError(`there is no ${this.name} with the id ${id}: correct the id`);
      return found
        ? { id: found.id, props: this.mark(id, found.state), inputs: this.mark(id, found.inputs) }
        : {};
    });
  }

  async update(id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
    return this.withEngineErrors({ doing: `update of ${id}`, given: news, olds }, async () => {
      knowsObject(id);
      const { __provider, ...given } = news;
      const stamp = await this.stamp(olds);
      const state = await this.lifecycle.update(await this.account(), id, olds, given);
      return { outs: this.mark(id, { ...state, ...stamp }) };
    });
  }

  async delete(id: string, props: Props): Promise<void> {
    await this.withEngineErrors({ doing: `delete of ${id}`, olds: props }, async () => {
      knowsObject(id);
      const account = await this.account();
      if (!this.hasObjects) return void (await this.lifecycle.delete(account, id, props));
      const origin = await this.origin(props);
      const evidence = await origin.evidence();
      await evidence.asking(async () => {
        const removal = await this.lifecycle.delete(account, id, props);
        if (removal === "deleted") evidence.prove();
        if (removal === "gone" && !(await evidence.isGone())) throw origin.notThere(`${this.name} ${id}`);
      });
    });
  }

  private async find(id: string, props: Props): Promise<Found | undefined> {
    const account = await this.account();
    if (!this.hasObjects) return this.lifecycle.read(account, id, props);
    const origin = await this.origin(props);
    const found = await origin.find(`${this.name} ${id}`, () => this.lifecycle.read(account, id, props));
    if (!found) return undefined;
    const stamp = props[FINGERPRINT] ?? (await origin.stamp());
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

  private async origin(state: Props): Promise<Origin> {
    return new Origin(state, await this.settings());
  }

  /** Once per process: the engine calls diff several times. */
  private warn(warning: string): void {
    if (this.warned.has(warning)) return;
    this.warned.add(warning);
    report(`warning: ${warning}`);
  }

  private async settings(): Promise<Settings> {
    const config = await this.configured;
    return settingsOf((key) => config.get(key));
  }

  private async account(): Promise<HostAccount> {
    return accountFor(await this.settings());
  }

  /** Missing configuration is reported at preview, before anything is half done. */
  private async ledger(): Promise<{ ledger: RunLedger; unset: dynamic.CheckFailure[] }> {
    try {
      const { baseUrl } = await this.settings();
      return { ledger: ledgerFor(baseUrl), unset: [] };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { ledger: openLedger(), unset: [{ property: "", reason: await this.messageOf(error) }] };
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
  private async withEngineErrors<T>(call: EngineCall, task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      const internal = internalErrorIn(error);
      const report = internal === undefined ? undefined : internalErrorReport(internal, this.described(call));
      if (!(error instanceof PartialFailure))
        throw new EngineError(report ?? (await this.messageOf(error as Error)));
      const { given = {}, olds = {} } = call;
      // A token that is no longer available must not lose the object.
      const stamp = await this.stamp(olds).catch(() => ({ [FINGERPRINT]: olds[FINGERPRINT] }));
      const state = this.mark(error.id, { ...error.state, ...stamp });
      const properties = { ...state, __provider: given.__provider };
      const account = await this.accountName();
      const reasons = error.reasons.map((reason) => inWordsOf(account, reason));
      throw Object.assign(new EngineError(inWordsOf(account, error.message)), {
        id: error.id,
        properties,
        reasons: report === undefined ? reasons : [...reasons, report],
      });
    }
  }

  private described({ doing, given = {}, olds = {} }: EngineCall): Call {
    const secrets = [given, olds].flatMap((values) => secretsIn(this.shape, values));
    return { what: `${this.name}, ${doing}`, secrets };
  }

  private async messageOf(error: Error): Promise<string> {
    return messageFor(await this.accountName(), error);
  }

  private async accountName(): Promise<string | undefined> {
    const config = await this.configured;
    return accountName((key) => config.get(key));
  }
}

/** One call from the engine. */
interface EngineCall {
  readonly doing: string;
  readonly given?: Props;
  readonly olds?: Props;
}

/** Without a property the engine does not print the rejected value, which may be a secret. */
const formatFailure = ({ path, reason }: Failure): dynamic.CheckFailure => ({
  property: "",
  reason: `${path}: ${reason}`,
});

/** An error whose stack is not meant for users: the engine's host prints the stack beside the message. */
class EngineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "tunnel-edge";
    this.stack = "";
  }
}
