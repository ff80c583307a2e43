import * as pulumi from "@pulumi/pulumi";
import { requireEngineSdk } from "./engine-sdk";
import { type ManagedModules, noteModules } from "./managed-twice";
import { type Follows, keepQuiet, withHook } from "./quiet-outputs";

/** What a generated class says of its family. */
export interface ClassFacts extends ManagedModules {
  /** Class name, which is also the last part of the type token. */
  readonly name: string;
  readonly inputs: readonly string[];
  /** Outputs that are no inputs. */
  readonly computed: readonly string[];
  /** Top-level inputs and outputs that are secret. */
  readonly secrets: readonly string[];
  /** Outputs that change with inputs. */
  readonly follows: Follows;
  /** The object is part of another one: `get` takes the ids of both. */
  readonly nested?: boolean;
}

const TYPE_PREFIX = "pulumi-nodejs:dynamic/tunnel-edge:";

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
    const isNew = opts.id === undefined && opts.urn === undefined;
    const inputs = registered(facts, args ?? {});
    super(TYPE_PREFIX + facts.name, name, isNew ? { ...inputs, __resource: pathOf(name, opts) } : inputs, {
      ...withHook(opts),
      additionalSecretOutputs: [...facts.secrets, ...(opts.additionalSecretOutputs ?? [])],
    });
    if (isNew) noteModules(facts, this, name, { ...args });
    if (opts.id === undefined) keepQuiet(this, [...facts.inputs, ...facts.computed], facts);
    else if (facts.nested) {
      // Looked up by the ids of all that it is in, known by its own.
      const own = this.id.apply((id) => id.slice(id.lastIndexOf("/") + 1));
      (this as { id: pulumi.Output<pulumi.ID> }).id = own;
    }
  }

  /** @internal */
  protected static isOfType(name: string, candidate: unknown): boolean {
    return (candidate as { __pulumiType?: unknown } | undefined)?.__pulumiType === TYPE_PREFIX + name;
  }
}

/**
 * The resource's place among all organizations, programs and stacks. The provider takes it out again before the engine stores anything:
 * it is how a run recognises what the same resource has left on the service when a run before was killed.
 */
function pathOf(name: string, { parent }: pulumi.CustomResourceOptions): string {
  const path = [name];
  // What every resource knows of itself; the engine's own types keep it from users.
  let at = parent as { __name?: string; __pulumiType?: string; __parentResource?: unknown } | undefined;
  while (at) {
    path.unshift(`${at.__pulumiType}::${at.__name}`);
    at = at.__parentResource as typeof at;
  }
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

/** What is registered: the given inputs, every other property as an output to come, and the provider. */
function registered(facts: ClassFacts, args: object): pulumi.Inputs {
  const inputs: pulumi.Inputs = {};
  for (const key of [...facts.inputs, ...facts.computed]) inputs[key] = undefined;
  for (const [key, value] of Object.entries(args)) {
    const shown = isShowable(value) ? value : pulumi.output(value);
    inputs[key] = facts.secrets.includes(key) && value !== undefined ? pulumi.secret(value) : shown;
  }
  return { ...inputs, __provider: providerText(facts.name) };
}

/** The engine's SDK makes a text of each value but outputs, which fails for a map that has a key called like the method. */
const isShowable = (value: unknown) =>
  value === null || typeof value !== "object" || typeof value.toString === "function";
