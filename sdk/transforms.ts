import * as pulumi from "@pulumi/pulumi";
import { isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { dynamicType } from "../provider/engine/native/tokens";
import { engineCallbacks, internalsOf } from "./engine-internals";
import { type InputFacts, isPlain, type SecretPath, sortedPaths } from "./inputs";
import { oncePerProgram } from "./once-per-program";
import { countOwnHooks, hostKnowsHooks } from "./preview-outputs";

/*
 * The engine runs `transforms` after the program registers a resource: the resource's own, its parents', then the
 * stack's, in the order of their registration. A transform of this package, registered as the stack's last one, adds the
 * inputs that earlier ones marked as secret. The order is that of pulumi 3.259, `pkg/resource/deploy/source_eval.go`.
 */

const factsByType = new Map<string, InputFacts>();

/**
 * Registers this package's transform if a program has others. Each transform costs one call per resource of the
 * program, so programs without transforms don't get one.
 *
 * @param opts - The options of a resource that is about to be registered.
 * @returns True if transforms may change the resource, and mark values as secret without its class knowing.
 */
export async function followTransforms(facts: InputFacts, opts: pulumi.ResourceOptions): Promise<boolean> {
  factsByType.set(dynamicType(facts.name), facts);
  const parent = opts.parent ?? pulumi.runtime.getStackResource();
  // A parent registers its transforms before it has a URN. If the parent fails, so does the resource.
  if (parent)
    await internalsOf(parent.urn)
      .promise()
      .catch(() => undefined);
  const callbacks = engineCallbacks();
  const isTransformed = (opts.transforms?.length ?? 0) > 0 || (callbacks?.size ?? 0) > countOwnHooks();
  // A host without hooks doesn't support transforms either, and the SDK terminates programs that register one.
  if (isTransformed && hostKnowsHooks(process.env)) await registerOnce();
  return isTransformed;
}

/** The SDK itself makes each resource wait for the registration. */
const registerOnce = oncePerProgram(async () => {
  // The engine doesn't keep the order of concurrent registrations.
  await pulumi.runtime.awaitStackRegistrations();
  try {
    pulumi.runtime.registerResourceTransform(reportSecretInputs);
  } catch {
    // The engine doesn't support transforms.
  }
});

async function reportSecretInputs({
  type,
  props,
  opts,
}: pulumi.ResourceTransformArgs): Promise<pulumi.ResourceTransformResult | undefined> {
  const facts = factsByType.get(type);
  if (!facts || !("__resource" in props)) return undefined;
  const reported = (unwrapRpcSecret(props.__secrets) ?? []) as readonly SecretPath[];
  const reportedKeys = new Set([...facts.secrets, ...reported.map((path) => [path].flat()[0])]);
  const areNewSecrets = await Promise.all(
    facts.inputs.map(async (key) => !reportedKeys.has(key) && isSecret(props[key])),
  );
  const added = facts.inputs.filter((_, n) => areNewSecrets[n]);
  if (added.length === 0) return undefined;
  const restored = withUnknowns(props) as pulumi.Inputs;
  return { props: { ...restored, __secrets: sortedPaths([...reported, ...added]) }, opts };
}

/** Restores unknown values, which inline programs receive as undefined from other transforms. */
function withUnknowns(value: unknown): unknown {
  if (value === undefined) return pulumi.unknown;
  if (Array.isArray(value)) return value.map(withUnknowns);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withUnknowns(item)]));
}

/** True for a secret, which a transform receives as an output or in the engine's format. */
async function isSecret(value: unknown): Promise<boolean> {
  return isRpcSecret(value) || (pulumi.Output.isInstance(value) && pulumi.isSecret(value));
}
