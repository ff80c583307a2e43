import { closeAccounts } from "../../provider/account/account";
import type { HostedProvider } from "./hosted-provider";
import { type Declared, resolveReferences } from "./program";
import { unwrap } from "./secrets";

type Props = Record<string, unknown>;

/** The engine's record of an existing resource. */
interface ResourceRecord {
  readonly declared: Declared;
  readonly id: string;
  /** Inputs and outputs as returned by the provider. */
  readonly inputs: Props;
  readonly outputs: Props;
}

const STACK = "urn:pulumi:test::tunnel-edge-test::";

const formatUrn = ({ class: className, name }: Declared) =>
  `${STACK}pulumi-nodejs:dynamic/tunnel-edge:${className}::${name}`;

/**
 * Makes the engine's calls to the provider in this process, in the same order. With the engine, these runs would take
 * minutes of processor time.
 */
export class EngineCalls {
  #resources = new Map<string, ResourceRecord>();
  /** Replaced objects that a failed update has not deleted. */
  readonly #pending: ResourceRecord[] = [];

  #host: HostedProvider;

  /**
   * @param newHost - Creates the provider of a command; each command of the engine starts a new process.
   * @param options - `isNamed`: true to pass the names of resources, as the classes do, so a journal is written. `stack`: their stack.
   */
  constructor(
    private readonly newHost: () => HostedProvider,
    private readonly options: { readonly isNamed?: boolean; readonly stack?: string } = {},
  ) {
    this.#host = newHost();
  }

  /** Starts a command in a new provider without memory of earlier ones. */
  async #begin(): Promise<void> {
    await closeAccounts();
    this.#host = this.newHost();
  }

  /** The calls of `pulumi preview`. */
  async preview(program: readonly Declared[]): Promise<void> {
    await this.#begin();
    const planned = new Map<string, string | undefined>();
    for (const declared of program) planned.set(declared.name, await this.#plan(declared, planned));
  }

  /**
   * The calls of `pulumi up`. If a resource fails, the state contains the earlier ones, and nothing is deleted.
   *
   * @param replace - Names of resources to replace, as with `--replace`.
   */
  async up(
    program: readonly Declared[],
    { replace = [] }: { replace?: readonly string[] } = {},
  ): Promise<void> {
    await this.#begin();
    const replaced: ResourceRecord[] = [];
    const next = new Map<string, ResourceRecord>();
    try {
      for (const declared of program) {
        const ids = new Map([...next].map(([name, { id }]) => [name, id] as const));
        const applied = await this.#apply(declared, ids, replaced, replace.includes(declared.name));
        next.set(declared.name, applied);
      }
    } catch (error) {
      this.#resources = new Map([...this.#resources, ...next]);
      this.#pending.push(...replaced);
      throw error;
    }
    const remaining = new Set([...next.values()].map(({ declared }) => formatUrn(declared)));
    const removed = [...this.#resources.values()].filter(
      ({ declared }) => !remaining.has(formatUrn(declared)),
    );
    const pending = this.#pending.splice(0);
    for (const resource of [...removed, ...pending, ...replaced].reverse()) await this.#delete(resource);
    this.#resources = next;
  }

  /** The calls of `pulumi destroy --target` for resources by name, which runs no program. */
  async destroy(...names: readonly string[]): Promise<void> {
    await this.#begin();
    for (const name of names) {
      const existing = this.#resources.get(name);
      if (!existing) throw new Error(`there is no ${name} to destroy`);
      await this.#delete(existing);
      this.#resources.delete(name);
    }
  }

  /** Ids of existing objects, by name. */
  get ids(): ReadonlyMap<string, string> {
    return new Map([...this.#resources].map(([name, { id }]) => [name, id]));
  }

  async #delete({ declared, id, outputs }: ResourceRecord): Promise<void> {
    await this.#host.of(declared.class).delete(id, unwrap(outputs) as Props);
  }

  /** Returns the id after the update; undefined for a new object. */
  async #plan(declared: Declared, planned: ReadonlyMap<string, string | undefined>) {
    const existing = this.#find(declared);
    const inputs = await this.#check(declared, planned, existing);
    if (!existing) return undefined;
    const difference = await this.#host
      .of(declared.class)
      .diff(existing.id, unwrap(existing.outputs) as Props, unwrap(inputs) as Props);
    if ((difference.replaces ?? []).length === 0) return existing.id;
    await this.#check(declared, planned, undefined);
    return undefined;
  }

  async #apply(
    declared: Declared,
    ids: ReadonlyMap<string, string>,
    replaced: ResourceRecord[],
    isForced: boolean,
  ): Promise<ResourceRecord> {
    const existing = this.#find(declared);
    const provider = this.#host.of(declared.class);
    const inputs = await this.#check(declared, ids, isForced ? undefined : existing);
    const news = unwrap(inputs) as Props;
    const create = async (): Promise<ResourceRecord> => {
      const { id, outs } = await provider.create(news);
      return { declared, id, inputs, outputs: outs as Props };
    };
    if (existing && isForced) replaced.push(existing);
    if (!existing || isForced) return create();
    const olds = unwrap(existing.outputs) as Props;
    const difference = await provider.diff(existing.id, olds, news);
    if (difference.changes === false) return { ...existing, declared, inputs };
    if ((difference.replaces ?? []).length > 0) {
      const deletesFirst = declared.deleteBeforeReplace ?? difference.deleteBeforeReplace;
      // The engine checks the inputs of a replacement again, without the old ones.
      await this.#check(declared, ids, undefined);
      if (deletesFirst) await this.#delete(existing);
      else replaced.push(existing);
      return create();
    }
    const { outs } = await provider.update(existing.id, olds, news);
    return { declared, id: existing.id, inputs, outputs: outs as Props };
  }

  #find(declared: Declared): ResourceRecord | undefined {
    const existing = this.#resources.get(declared.name);
    return existing && formatUrn(existing.declared) === formatUrn(declared) ? existing : undefined;
  }

  async #check(
    declared: Declared,
    ids: ReadonlyMap<string, string | undefined>,
    existing: ResourceRecord | undefined,
  ) {
    const news = resolveReferences(declared.inputs, ids);
    const { inputs = {}, failures = [] } = await this.#host
      .of(declared.class)
      .check((existing ? unwrap(existing.inputs) : {}) as Props, {
        ...news,
        ...(this.options.isNamed && {
          __resource: `organization/tunnel-edge-test/${this.options.stack ?? "test"}/${declared.name}`,
        }),
      });
    if (failures.length > 0) throw new Error(`${declared.name}: ${JSON.stringify(failures)}`);
    return inputs as Props;
  }
}
