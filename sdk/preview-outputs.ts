import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { internalsOf, makeOutput, type OutputInternals, outputsOf } from "./engine-internals";

/*
 * Avoids false updates of dependents in previews. If a resource is about to be updated, the engine reports all its outputs
 * as unknown, although an id, a URI, or a CNAME target doesn't change, so resources that use them show an update that never
 * happens. An engine hook provides the previous outputs; those that the update can't change keep their values.
 */

/** Inputs that each output depends on. Outputs without an entry don't change in an update. */
export type ChangesWith = Readonly<Record<string, readonly string[]>>;

interface Update {
  readonly oldInputs: Record<string, unknown>;
  readonly newInputs: Record<string, unknown>;
  readonly oldOutputs: Record<string, unknown>;
}

/** The hook of a program, and the updates that it has recorded, by URN. */
interface UpdateHook {
  readonly hook: pulumi.ResourceHook;
  readonly updates: Map<string, Update>;
}

const HOOK_NAME = "tunnel-edge:outputs-before-update";
const hooksByProgram = new WeakMap<object, UpdateHook>();

const ANY_INPUT = "*";

/** Adds the hook to the options in a preview, if the language host supports hooks. */
export function withHook<T extends pulumi.CustomResourceOptions>(opts: T): T {
  const updateHook = opts.id === undefined && pulumi.runtime.isDryRun() ? currentUpdateHook() : undefined;
  if (!updateHook) return opts;
  return {
    ...opts,
    hooks: { ...opts.hooks, beforeUpdate: [...(opts.hooks?.beforeUpdate ?? []), updateHook.hook] },
  };
}

export function keepUnchangedOutputsKnown(
  resource: pulumi.CustomResource,
  keys: readonly string[],
  { changesWith, secrets }: { readonly changesWith: ChangesWith; readonly secrets: readonly string[] },
): void {
  const updateHook = pulumi.runtime.isDryRun() ? currentUpdateHook() : undefined;
  if (!updateHook) return;
  const outputs = outputsOf(resource);
  for (const key of keys) {
    const original = outputs[key];
    if (!pulumi.Output.isInstance(original)) continue;
    const internals = internalsOf(original);
    const result = resolveOutput(updateHook, resource, key, changesWith[key] ?? [], internals);
    outputs[key] = makeOutput({
      source: internals,
      value: result.then(({ value }) => value),
      isKnown: result.then(({ isKnown }) => isKnown),
      // The engine's SDK never marks an unknown output as secret.
      isSecret: result.then(({ isSecret }) => isSecret || secrets.includes(key)),
    });
  }
}

/** Resolves an output to its value or, if it is unknown and the update doesn't change it, to the previous one. */
async function resolveOutput(
  { updates }: UpdateHook,
  resource: pulumi.CustomResource,
  key: string,
  changesWith: readonly string[],
  output: OutputInternals,
) {
  const isKnown = await output.isKnown;
  const current = { isKnown, value: await output.promise(true), isSecret: await output.isSecret };
  if (isKnown) return current;
  const update = updates.get(String(await internalsOf(resource.urn).promise()));
  if (!update || !(key in update.oldOutputs) || !(await isUnchanged(key, changesWith, update)))
    return current;
  const old = await unwrap(update.oldOutputs[key]);
  return { isKnown: true, value: old.value, isSecret: current.isSecret || old.isSecret };
}

async function unwrap(value: unknown): Promise<{ readonly value: unknown; readonly isSecret: boolean }> {
  if (!pulumi.Output.isInstance(value)) return { value, isSecret: false };
  const output = internalsOf(value);
  return { value: await output.promise(true), isSecret: await output.isSecret };
}

/** True if no input that the output depends on changes, nor the input of the same name. */
async function isUnchanged(key: string, changesWith: readonly string[], update: Update): Promise<boolean> {
  if (changesWith.includes(ANY_INPUT)) return false;
  const changes = await Promise.all(
    [key, ...changesWith].map(async (input) => {
      const old = await unwrap(update.oldInputs[input]);
      return !isDeepStrictEqual(old.value, (await unwrap(update.newInputs[input])).value);
    }),
  );
  return !changes.includes(true);
}

/** Returns the number of hooks that this package has registered in the program. */
export function countOwnHooks(): number {
  const program = pulumi.runtime.getStackResource();
  return program && hooksByProgram.has(program) ? 1 : 0;
}

function currentUpdateHook(): UpdateHook | undefined {
  const program = hostKnowsHooks(process.env) ? pulumi.runtime.getStackResource() : undefined;
  if (program && !hooksByProgram.has(program)) hooksByProgram.set(program, createUpdateHook());
  return program && hooksByProgram.get(program);
}

function createUpdateHook(): UpdateHook {
  const updates = new Map<string, Update>();
  const recordUpdate = ({ urn, oldInputs = {}, newInputs = {}, oldOutputs = {} }: pulumi.ResourceHookArgs) =>
    void updates.set(urn, { oldInputs, newInputs, oldOutputs });
  return { hook: new pulumi.ResourceHook(HOOK_NAME, recordUpdate, { onDryRun: true }), updates };
}

/**
 * True if the language host supports hooks. Old hosts reject the registration with an error that can't be caught, although
 * the engine reports support. They start programs with the monitor's address but without the root folder; current hosts set
 * both, and inline programs have neither. `TUNNEL_EDGE_HOOKS=on` or `off` overrides.
 */
export function hostKnowsHooks(env: NodeJS.ProcessEnv): boolean {
  if (env.TUNNEL_EDGE_HOOKS === "on") return true;
  if (env.TUNNEL_EDGE_HOOKS === "off") return false;
  return env.PULUMI_NODEJS_MONITOR === undefined || env.PULUMI_NODEJS_ROOT_DIRECTORY !== undefined;
}
