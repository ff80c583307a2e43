import * as pulumi from "@pulumi/pulumi";
import { dynamicType } from "../provider/engine/native/tokens";
import { nameOf, parentOf, typeOf } from "./engine-inner";
import { requireEngineSdk } from "./engine-sdk";
import { type HostNames, noteHosts } from "./host-names";
import { type InputFacts, registered, secretInputs } from "./inputs";
import { type ManagedModules, noteModules } from "./module-conflicts";
import { keepOwnId, requireId } from "./own-id";
import { notePlainSecrets, type SecretParts } from "./plain-secrets";
import { type ChangesWith, keepUnchangedOutputsKnown, withHook } from "./preview-outputs";
import { warnOfStrangeSettings } from "./settings";
import { tracesOfRegistration } from "./traces";

/** What a generated class says of its family. */
export interface ClassFacts extends InputFacts, ManagedModules, HostNames, SecretParts {
  /** Outputs that change with inputs. */
  readonly changesWith: ChangesWith;
  /** The object is part of another one: `get` takes the ids of both. */
  readonly nested?: boolean;
}

/**
 * The text that the engine's provider process evaluates. It stands in users' states for ever, is the same in every
 * release, and is all that is stored of the provider.
 */
export const providerText = (name: string) =>
  `exports.handler=()=>require("pulumi-tunnel-edge/host").provider(${JSON.stringify(name)})`;

/** Base of all classes of this package. */
export abstract class EdgeResource extends pulumi.CustomResource {
  /** @internal */
  protected constructor(
    facts: ClassFacts,
    name: string,
    args: object | undefined,
    opts: pulumi.CustomResourceOptions,
  ) {
    requireEngineSdk();
    warnOfStrangeSettings();
    const isNew = opts.id === undefined && opts.urn === undefined;
    refuseImport(facts, name, opts);
    requireId(facts.name, name, opts);
    const inputs = { ...registered(facts, name, args ?? {}), __provider: providerText(facts.name) };
    const restore = tracesOfRegistration();
    try {
      const engineInputs = { __resource: pathOf(name, opts), __secrets: secretInputs(facts, args ?? {}) };
      super(dynamicType(facts.name), name, isNew ? { ...inputs, ...engineInputs } : inputs, {
        ...withHook(opts),
        additionalSecretOutputs: [...facts.secrets, ...(opts.additionalSecretOutputs ?? [])],
      });
    } finally {
      restore();
    }
    if (isNew) {
      noteModules(facts, this, name, { ...args });
      noteHosts(facts, this, name, { args: { ...args }, opts });
      notePlainSecrets(facts, name, { ...args });
    }
    if (opts.id === undefined) keepUnchangedOutputsKnown(this, [...facts.inputs, ...facts.computed], facts);
    else if (facts.nested) keepOwnId(this);
  }

  /** @internal */
  protected static isOfType(name: string, candidate: unknown): boolean {
    return typeOf(candidate) === dynamicType(name);
  }
}

/** The engine reads an object that it imports without telling which provider is to read it. */
function refuseImport(
  { name: className, inputs }: ClassFacts,
  name: string,
  opts: pulumi.CustomResourceOptions,
): void {
  if (opts.import === undefined) return;
  const adopts = inputs.includes("adoptId");
  throw new pulumi.RunError(
    `${className} "${name}": the resource option import does not work for this package: ${adopts ? "give the id as the input adoptId instead, which takes the object over, or import it with a file that `tunnel-edge import-file` writes" : "a command has no object to import, so remove the option"}`,
  );
}

/**
 * The resource's place among all organizations, programs and stacks. The provider takes it out again before the engine stores anything:
 * it is how a run recognises what the same resource has left on the service when a run before was killed.
 */
function pathOf(name: string, { parent }: pulumi.CustomResourceOptions): string {
  const path = [name];
  for (let at = parent; at; at = parentOf(at)) path.unshift(`${typeOf(at)}::${nameOf(at)}`);
  return [organization(), pulumi.getProject(), pulumi.getStack(), ...path].join("/");
}

/** Old language hosts and mocks may know none. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}
