import { closeAccounts } from "../../provider/account/account";
import type { HostedProvider } from "./hosted-provider";
import { type Declared, resolveReferences } from "./program";
import { unwrap } from "./secrets";

type Props = Record<string, unknown>;

/** The engine's record of an existing resource. */
interface KnownResource {
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
  #resources = new Map<string, KnownResource>();
  /** Replaced objects that a failed update has not deleted. */
  readonly #pending: KnownResource[] = [];

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
   * The effect of `pulumi up`. If a resource fails, the state contains the earlier ones, and nothing is deleted.
   *
   * @param replace - Names of resources to replace, as with `--replace`.
   */
  async up(
    program: readonly Declared[],
    { replace = [] }: { replace?: readonly string[] } = {},
  ): Promise<void> {
    await this.#begin();
    const replaced: KnownResource[] = [];
    const next = new Map<string, KnownResource>();
    try {
      for (const declared of program) {
        const ids = new Map([...next].map(([name, { id }]) => [name, id] as const));
        const known = await this.#apply(declared, ids, replaced, replace.includes(declared.name));
        next.set(declared.name, known);
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
    for (const known of [...removed, ...pending, ...replaced].reverse()) await this.#delete(known);
    this.#resources = next;
  }

  /** The effect of `pulumi destroy --target` on resources by name. The engine shows only these, and no program. */
  async destroy(...names: readonly string[]): Promise<void> {
    await this.#begin();
    for (const name of names) {
      const known = this.#resources.get(name);
      if (!known) throw new Error(`there is no ${name} to destroy`);
      await this.#delete(known);
      this.#resources.delete(name);
    }
  }

  /** Ids of existing objects, by name. */
  get ids(): ReadonlyMap<string, string> {
    return new Map([...this.#resources].map(([name, { id }]) => [name, id]));
  }

  async #delete({ declared, id, outputs }: KnownResource): Promise<void> {
    await this.#host.of(declared.class).delete(id, unwrap(outputs) as Props);
  }

  /** Returns the id after the update; undefined for a new object. */
  async #plan(declared: Declared, planned: ReadonlyMap<string, string | undefined>) {
    const known = this.#find(declared);
    const inputs = await this.#check(declared, planned, known);
    if (!known) return undefined;
    const verdict = await this.#host
      .of(declared.class)
      .diff(known.id, unwrap(known.outputs) as Props, unwrap(inputs) as Props);
    if ((verdict.replaces ?? []).length === 0) return known.id;
    await this.#check(declared, planned, undefined);
    return undefined;
  }

  async #apply(
    declared: Declared,
    ids: ReadonlyMap<string, string>,
    replaced: KnownResource[],
    isForced: boolean,
  ): Promise<KnownResource> {
    const known = this.#find(declared);
    const provider = this.#host.of(declared.class);
    const inputs = await this.#check(declared, ids, isForced ? undefined : known);
    const news = unwrap(inputs) as Props;
    const create = async (): Promise<KnownResource> => {
      const { id, outs } = await provider.create(news);
      return { declared, id, inputs, outputs: outs as Props };
    };
    if (known && isForced) replaced.push(known);
    if (!known || isForced) return create();
    const olds = unwrap(known.outputs) as Props;
    const verdict = await provider.diff(known.id, olds, news);
    if (verdict.changes === false) return { ...known, declared, inputs };
    if ((verdict.replaces ?? []).length > 0) {
      const deletesFirst = declared.deleteBeforeReplace ?? verdict.deleteBeforeReplace;
      // The engine checks the inputs of a replacement again, without the old ones.
      await this.#check(declared, ids, undefined);
      if (deletesFirst) await this.#delete(known);
      else replaced.push(known);
      return create();
    }
    const { outs } = await provider.update(known.id, olds, news);
    return { declared, id: known.id, inputs, outputs: outs as Props };
  }

  #find(declared: Declared): KnownResource | undefined {
    const known = this.#resources.get(declared.name);
    return known && formatUrn(known.declared) === formatUrn(declared) ? known : undefined;
  }

  async #check(
    declared: Declared,
    ids: ReadonlyMap<string, string | undefined>,
    known: KnownResource | undefined,
  ) {
    const news = resolveReferences(declared.inputs, ids);
    const { inputs = {}, failures = [] } = await this.#host
      .of(declared.class)
      .check((known ? unwrap(known.inputs) : {}) as Props, {
        ...news,
        ...(this.options.isNamed && {
          __resource: `organization/tunnel-edge-test/${this.options.stack ?? "test"}/${declared.name}`,
        }),
      });
    if (failures.length > 0) throw new Error(`${declared.name}: ${JSON.stringify(failures)}`);
    return inputs as Props;
  }
}
