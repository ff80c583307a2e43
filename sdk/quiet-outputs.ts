import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";

/**
 * Keeps dependents quiet. The engine calls all outputs of a resource that is about to be updated unknown at preview,
 * although an id, a URI or a CNAME target stays what it was; whoever uses them then shows an update of its own that will
 * never come. A hook of the engine hands over the outputs as they were, and those that the update cannot touch are taken
 * from there.
 */

/** What is said of an output: which inputs it follows. An output that follows none stays as it is in an update. */
export type Follows = Readonly<Record<string, readonly string[]>>;

interface Update {
  readonly oldInputs: Record<string, unknown>;
  readonly newInputs: Record<string, unknown>;
  readonly oldOutputs: Record<string, unknown>;
}

/** The hook and the updates seen by it, for each program that runs in this process. */
interface Watch {
  readonly hook: pulumi.ResourceHook;
  readonly updates: Map<string, Update>;
}

const HOOK_NAME = "tunnel-edge:outputs-before-update";
const watches = new WeakMap<object, Watch>();

/** The parts of an output that the engine's SDK keeps to itself. */
export interface InnerOutput {
  promise(withUnknowns?: boolean): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  resources(): Set<pulumi.Resource>;
  allResources(): Promise<Set<pulumi.Resource>>;
}
type InnerConstructor = new (
  resources: Set<pulumi.Resource>,
  value: Promise<unknown>,
  isKnown: Promise<boolean>,
  isSecret: Promise<boolean>,
  allResources: Promise<Set<pulumi.Resource>>,
) => pulumi.Output<unknown>;

/** Every change means that such an output changes as well. */
export const FOLLOWS_ALL = "*";

/** The options with the hook in them, where the engine's host for programs knows hooks and this is a preview. */
export function withHook<T extends pulumi.CustomResourceOptions>(opts: T): T {
  const watch = opts.id === undefined && pulumi.runtime.isDryRun() ? currentWatch() : undefined;
  if (!watch) return opts;
  return {
    ...opts,
    hooks: { ...opts.hooks, beforeUpdate: [...(opts.hooks?.beforeUpdate ?? []), watch.hook] },
  };
}

/** Replaces the outputs of a resource that may be unknown without need. */
export function keepQuiet(resource: pulumi.CustomResource, keys: readonly string[], follows: Follows): void {
  const watch = pulumi.runtime.isDryRun() ? currentWatch() : undefined;
  if (!watch) return;
  const outputs = resource as unknown as Record<string, InnerOutput>;
  for (const key of keys) {
    const original = outputs[key];
    if (pulumi.Output.isInstance(original))
      outputs[key] = quiet(watch, resource, key, follows[key] ?? [], original);
  }
}

function quiet(
  watch: Watch,
  resource: pulumi.CustomResource,
  key: string,
  follows: readonly string[],
  original: unknown,
): InnerOutput {
  const inner = original as InnerOutput;
  const settled = (async () => {
    if (await inner.isKnown) return { known: true, value: await inner.promise(true) };
    const urn = await (resource.urn as unknown as InnerOutput).promise();
    const update = watch.updates.get(String(urn));
    if (!update || !(key in update.oldOutputs) || !staysInUpdate(key, follows, update)) {
      return { known: false, value: await inner.promise(true) };
    }
    return { known: true, value: await plain(update.oldOutputs[key]) };
  })();
  const known = settled.then((result) => result.known);
  const value = settled.then((result) => result.value);
  const Output = pulumi.Output as unknown as InnerConstructor;
  return new Output(
    inner.resources(),
    value,
    known,
    inner.isSecret,
    inner.allResources(),
  ) as unknown as InnerOutput;
}

/** The hook hands secrets over as outputs. Whether the result is a secret is up to the output that it is put into. */
const plain = async (value: unknown) =>
  pulumi.Output.isInstance(value) ? (value as unknown as InnerOutput).promise(true) : value;

/** An input that is or was given decides itself; a computed output stays unless an input that it follows changes. */
function staysInUpdate(key: string, follows: readonly string[], update: Update): boolean {
  const changes = (input: string) => !isDeepStrictEqual(update.oldInputs[input], update.newInputs[input]);
  return !changes(key) && !follows.some((input) => input === FOLLOWS_ALL || changes(input));
}

function currentWatch(): Watch | undefined {
  if (!hostKnowsHooks(process.env)) return undefined;
  const program = pulumi.runtime.getStackResource();
  if (!program) return undefined;
  let watch = watches.get(program);
  if (!watch) {
    const updates = new Map<string, Update>();
    const remember = ({ urn, oldInputs = {}, newInputs = {}, oldOutputs = {} }: pulumi.ResourceHookArgs) => {
      updates.set(urn, { oldInputs, newInputs, oldOutputs });
    };
    watch = { hook: new pulumi.ResourceHook(HOOK_NAME, remember, { onDryRun: true }), updates };
    watches.set(program, watch);
  }
  return watch;
}

/**
 * Old hosts for programs answer the registration of a hook with an error that nobody can catch, although the engine says
 * that it knows hooks. They start programs with the monitor's address but without the root folder; current hosts set
 * both, and programs within another process have neither. `TUNNEL_EDGE_HOOKS=on` or `off` overrides.
 */
export function hostKnowsHooks(env: NodeJS.ProcessEnv): boolean {
  if (env.TUNNEL_EDGE_HOOKS === "on") return true;
  if (env.TUNNEL_EDGE_HOOKS === "off") return false;
  return env.PULUMI_NODEJS_MONITOR === undefined || env.PULUMI_NODEJS_ROOT_DIRECTORY !== undefined;
}
