import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { innerOf, outputLike, outputsOf } from "./engine-inner";

/**
 * Keeps dependents quiet. The engine calls all outputs of a resource that is about to be updated unknown at preview,
 * although an id, a URI, or a CNAME target does not change; resources that use them then show an update that never
 * happens. A hook of the engine hands over the outputs as they were, and those that the update cannot touch are taken
 * from there.
 */

/** By output: the inputs that it follows. An output that follows none does not change in an update. */
export type ChangesWith = Readonly<Record<string, readonly string[]>>;

/** Facts about the outputs of a class. */
export interface QuietFacts {
  readonly changesWith: ChangesWith;
  /** Outputs that are secret. */
  readonly secrets: readonly string[];
}

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

/** Every change means that such an output changes as well. */
const FOLLOWS_ALL = "*";

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
export function keepUnchangedOutputsKnown(
  resource: pulumi.CustomResource,
  keys: readonly string[],
  { changesWith, secrets }: QuietFacts,
): void {
  const watch = pulumi.runtime.isDryRun() ? currentWatch() : undefined;
  if (!watch) return;
  const outputs = outputsOf(resource);
  for (const key of keys) {
    const original = outputs[key];
    if (pulumi.Output.isInstance(original))
      outputs[key] = quiet(watch, resource, key, changesWith[key] ?? [], original, secrets.includes(key));
  }
}

function quiet(
  watch: Watch,
  resource: pulumi.CustomResource,
  key: string,
  changesWith: readonly string[],
  original: pulumi.Output<unknown>,
  isAlwaysSecret: boolean,
): pulumi.Output<unknown> {
  const inner = innerOf(original);
  const settled = (async () => {
    const given = {
      known: await inner.isKnown,
      value: await inner.promise(true),
      secret: await inner.isSecret,
    };
    if (given.known) return given;
    const urn = await innerOf(resource.urn).promise();
    const update = watch.updates.get(String(urn));
    if (!update || !(key in update.oldOutputs) || !(await staysInUpdate(key, changesWith, update)))
      return given;
    const old = await unwrapped(update.oldOutputs[key]);
    return { known: true, value: old.value, secret: given.secret || old.secret };
  })();
  const isKnown = settled.then((result) => result.known);
  const value = settled.then((result) => result.value);
  // The engine's SDK never marks an unknown output as secret.
  const isSecret = settled.then((result) => result.secret || isAlwaysSecret);
  return outputLike({ resources: inner, value, isKnown, isSecret });
}

/** The hook hands secrets over as outputs. */
async function unwrapped(value: unknown): Promise<{ readonly value: unknown; readonly secret: boolean }> {
  if (!pulumi.Output.isInstance(value)) return { value, secret: false };
  const inner = innerOf(value);
  return { value: await inner.promise(true), secret: await inner.isSecret };
}

/** An input that is or was given decides itself; a computed output stays unless an input that it follows changes. */
async function staysInUpdate(key: string, changesWith: readonly string[], update: Update): Promise<boolean> {
  if (changesWith.includes(FOLLOWS_ALL)) return false;
  const changes = await Promise.all(
    [key, ...changesWith].map(async (input) => {
      const old = await unwrapped(update.oldInputs[input]);
      return !isDeepStrictEqual(old.value, (await unwrapped(update.newInputs[input])).value);
    }),
  );
  return !changes.includes(true);
}

/** How many hooks of this package the running program has. */
export function ownHooks(): number {
  const program = pulumi.runtime.getStackResource();
  return program && watches.has(program) ? 1 : 0;
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
 * Old hosts for programs answer the registration of a hook with an error that cannot be caught, although the engine says
 * that it knows hooks. They start programs with the monitor's address but without the root folder; current hosts set
 * both, and programs within another process have neither. `TUNNEL_EDGE_HOOKS=on` or `off` overrides.
 */
export function hostKnowsHooks(env: NodeJS.ProcessEnv): boolean {
  if (env.TUNNEL_EDGE_HOOKS === "on") return true;
  if (env.TUNNEL_EDGE_HOOKS === "off") return false;
  return env.PULUMI_NODEJS_MONITOR === undefined || env.PULUMI_NODEJS_ROOT_DIRECTORY !== undefined;
}
