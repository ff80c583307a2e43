import type { dynamic } from "@pulumi/pulumi";
import type { Shape } from "../family/fields";
import type { Account, Failure, Lifecycle, ManagedFamily } from "../lifecycle";
import { isIdAlone, lifecycleOf, PartialFailure } from "../lifecycle";
import { accountFor } from "./account";
import { creatorOf } from "./creator";
import { knowsObject } from "./journal";
import { RESOURCE_NAME, ResourceNames } from "./names";
import { report } from "./report";
import { markSecrets } from "./secrets";
import { type ConfigurationError, type Settings, settingsOf } from "./settings";

type Props = Record<string, unknown>;
type Config = { get(key: string): unknown };

/**
 * What the engine's provider process calls for one family. Translates between the engine's terms and the lifecycle's;
 * holds no rule of its own.
 */
export class EngineProvider implements dynamic.ResourceProvider {
  private readonly name: string;
  private readonly lifecycle: Lifecycle;
  private readonly shape: Shape;
  private readonly configured: Promise<Config>;
  private setConfig: (config: Config) => void = () => undefined;
  private readonly warned = new Set<string>();
  private readonly names = new ResourceNames();

  constructor(family: ManagedFamily) {
    this.name = family.name;
    this.lifecycle = lifecycleOf(family);
    this.shape = { ...family.outputs, ...family.inputs };
    this.configured = new Promise((resolve) => {
      this.setConfig = resolve;
    });
  }

  /** The engine's host calls this once but lets other calls begin before it is done: each of them waits for it. */
  async configure(request: { config: Config }): Promise<void> {
    this.setConfig(request.config);
  }

  async check(olds: Props, news: Props): Promise<dynamic.CheckResult> {
    const { [RESOURCE_NAME]: name, ...given } = news;
    const { inputs, failures } = this.lifecycle.check(olds, given);
    if (typeof name === "string") {
      if (Object.keys(olds).length === 0) this.names.expect(inputs, name);
      else this.names.exists(inputs, name);
    }
    const unset = failures.length === 0 ? await this.configurationFailure() : [];
    return {
      inputs: this.mark(inputs),
      failures: [...failures.map(told), ...unset],
    };
  }

  async diff(id: string, olds: Props, news: Props): Promise<dynamic.DiffResult> {
    return this.telling(async () => {
      knowsObject(id);
      const { __provider, ...given } = news;
      this.names.named(given, id);
      const verdict = this.lifecycle.diff(id, olds, news);
      for (const warning of verdict.warnings) this.warn(warning);
      if (!verdict.changed) return { changes: false };
      const { deleteBeforeReplace } = verdict;
      const result = { replaces: [...verdict.replaces], deleteBeforeReplace };
      // Leaving `changes` open makes the engine work out the detailed diff from the inputs.
      return verdict.unseen ? { ...result, changes: true } : result;
    });
  }

  async create(inputs: Props): Promise<dynamic.CreateResult> {
    return this.telling(async () => {
      const { __provider, ...given } = inputs;
      const name = this.names.take(given);
      const creator = name === undefined ? undefined : creatorOf(name, this.names.hasUnnamedObject(name));
      const { id, state } = await this.lifecycle.create(await this.account(), given, creator);
      return { id, outs: this.mark(state) };
    }, inputs);
  }

  async read(id: string, props: Props = {}): Promise<dynamic.ReadResult> {
    return this.telling(async () => {
      if (!isIdAlone(props)) knowsObject(id);
      const found = await this.lifecycle.read(await this.account(), id, props);
      // In a refresh an empty answer means "gone"; for `get` the engine's host takes it for an object without properties.
      if (!found && isIdAlone(props))
        throw new Error(`there is no ${this.name} with the id ${id}: correct the id`);
      return found ? { id: found.id, props: this.mark(found.state), inputs: this.mark(found.inputs) } : {};
    });
  }

  async update(id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
    return this.telling(async () => {
      knowsObject(id);
      const { __provider, ...given } = news;
      return { outs: this.mark(await this.lifecycle.update(await this.account(), id, olds, given)) };
    }, news);
  }

  async delete(id: string, props: Props): Promise<void> {
    await this.telling(async () => {
      knowsObject(id);
      await this.lifecycle.delete(await this.account(), id, props);
    });
  }

  /** Once for each process: the engine asks for a difference several times. */
  private warn(warning: string): void {
    if (this.warned.has(warning)) return;
    this.warned.add(warning);
    report(`warning: ${warning}`);
  }

  private async settings(): Promise<Settings> {
    const config = await this.configured;
    return settingsOf((key) => config.get(key));
  }

  private async account(): Promise<Account> {
    return accountFor(await this.settings());
  }

  /** What is missing in the configuration is told at preview, before anything is half done. */
  private async configurationFailure(): Promise<dynamic.CheckFailure[]> {
    try {
      await this.settings();
      return [];
    } catch (error) {
      return [{ property: "", reason: (error as ConfigurationError).message }];
    }
  }

  /** Values as the engine takes them: JSON without holes, secrets marked. */
  private mark(values: Readonly<Props>): Props {
    return JSON.parse(JSON.stringify(markSecrets(this.shape, values)));
  }

  /** Runs one call of the engine and turns what it throws into what the engine shows and keeps. */
  private async telling<T>(task: () => Promise<T>, given: Props = {}): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw new ToldError((error as Error).message);
      const properties = { ...this.mark(error.state), __provider: given.__provider };
      throw Object.assign(new ToldError(error.message), {
        id: error.id,
        properties,
        reasons: [...error.reasons],
      });
    }
  }
}

/** Naming no property keeps the engine from printing the refused value, which may be a secret. */
const told = ({ path, reason }: Failure): dynamic.CheckFailure => ({
  property: "",
  reason: `${path}: ${reason}`,
});

/** An error whose stack is not for users: the engine's host prints it beside the message. */
class ToldError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "tunnel-edge";
    this.stack = "";
  }
}
