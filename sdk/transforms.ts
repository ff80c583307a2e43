import * as pulumi from "@pulumi/pulumi";
import { isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { dynamicType } from "../provider/engine/native/tokens";
import { engineCallbacks, innerOf } from "./engine-inner";
import { type InputFacts, isPlain, type SecretPath, sortedPaths } from "./inputs";
import { hostKnowsHooks, ownHooks } from "./preview-outputs";

/*
 * The engine runs `transforms` after the program has registered a resource: the resource's own, its parents', then the
 * stack's in the order of their registration. A transform of this package, registered as the last of the stack's, adds the
 * inputs that those before it have made secret. Read in pulumi 3.259, `pkg/resource/deploy/source_eval.go`.
 */

/** Facts of the classes that a program uses, by type. */
const classes = new Map<string, InputFacts>();

/** The programs that have the transform, by their stack. */
const registrations = new WeakMap<object, Promise<void>>();

/**
 * Registers the transform of this package once a program has others. Each transform costs one call per resource of the
 * program, so a program without any gets none.
 *
 * @param opts - The options of a resource that is about to be registered.
 * @returns True if transforms may change the resource, and make values secret without its class knowing.
 */
export async function followTransforms(facts: InputFacts, opts: pulumi.ResourceOptions): Promise<boolean> {
  classes.set(dynamicType(facts.name), facts);
  const parent = opts.parent ?? pulumi.runtime.getStackResource();
  // The transforms of a parent are registered before it has a URN. If the parent fails, so does the resource.
  if (parent)
    await innerOf(parent.urn)
      .promise()
      .catch(() => undefined);
  const callbacks = engineCallbacks();
  const isTransformed = (opts.transforms?.length ?? 0) > 0 || (callbacks?.size ?? 0) > ownHooks();
  const program = pulumi.runtime.getStackResource();
  // A host that knows no hooks knows no transforms of a program either, and the SDK ends the program that registers one.
  if (!isTransformed || !program || !hostKnowsHooks(process.env)) return isTransformed;
  const registration = registrations.get(program) ?? register();
  registrations.set(program, registration);
  await registration;
  return true;
}

/** The SDK itself has each resource wait for it. */
async function register(): Promise<void> {
  // The engine takes registrations that arrive together in any order.
  await pulumi.runtime.awaitStackRegistrations();
  try {
    pulumi.runtime.registerResourceTransform(addSecretInputs);
  } catch {
    // An engine without transforms has none to follow.
  }
}

/** Adds the inputs that other transforms have made secret to those that the class has reported. */
async function addSecretInputs({
  type,
  props,
  opts,
}: pulumi.ResourceTransformArgs): Promise<pulumi.ResourceTransformResult | undefined> {
  const facts = classes.get(type);
  if (!facts || !("__resource" in props)) return undefined;
  const reported = (unwrapRpcSecret(props.__secrets) ?? []) as readonly SecretPath[];
  const known = new Set([...facts.secrets, ...reported.map((path) => [path].flat()[0])]);
  const found = await Promise.all(facts.inputs.map(async (key) => !known.has(key) && isSecret(props[key])));
  const added = facts.inputs.filter((_, at) => found[at]);
  if (added.length === 0) return undefined;
  const restored = withUnknowns(props) as pulumi.Inputs;
  return { props: { ...restored, __secrets: sortedPaths([...reported, ...added]) }, opts };
}

/** In an inline program, an unknown value that another transform has passed on arrives as undefined, at any depth. */
function withUnknowns(value: unknown): unknown {
  if (value === undefined) return pulumi.unknown;
  if (Array.isArray(value)) return value.map(withUnknowns);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withUnknowns(item)]));
}

/** A transform gets a secret as an output, or as the engine sends it. */
async function isSecret(value: unknown): Promise<boolean> {
  return isRpcSecret(value) || (pulumi.Output.isInstance(value) && pulumi.isSecret(value));
}
