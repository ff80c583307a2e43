import * as pulumi from "@pulumi/pulumi";
import { dynamicType, nativeType } from "../../provider/engine/native/tokens";
import type { ClassFacts } from "../class-facts";
import { type ClassName, defineClass } from "../classes";
import { withLastTransformation } from "../engine-internals";
import { requireEngineSdk } from "../engine-sdk";
import { recordHosts } from "../host-names";
import { definedInputs, prepareInputs, prepareTransformed } from "../inputs";
import { recordModules } from "../module-conflicts";
import { keepOwnId, requireId } from "../resource-id";
import { simplifyTraces } from "../traces";
import { withPluginVersion } from "./plugin";

/** A native resource with the properties of a dynamic class. */
export type NativeFace<T extends pulumi.CustomResource> = NativeResource &
  Omit<T, keyof pulumi.CustomResource>;

export class NativeResource extends pulumi.CustomResource {
  /** @internal */
  constructor(facts: ClassFacts, name: string, args: object | undefined, opts: pulumi.CustomResourceOptions) {
    requireEngineSdk();
    requireId(facts.name, name, opts);
    const isNew = opts.id === undefined && opts.urn === undefined;
    const inputs = prepareInputs(facts, name, args ?? {});
    /** The properties and options after all transformations. */
    let final = { props: inputs, opts };
    const engineOptions = {
      ...withPluginVersion(opts),
      additionalSecretOutputs: [...facts.secrets, ...(opts.additionalSecretOutputs ?? [])],
      // Lets a program switch from the dynamic class without replacing objects.
      aliases: [...(opts.aliases ?? []), { type: dynamicType(facts.name) }],
    };
    const prepareFinal: pulumi.ResourceTransformation = (transformed) => {
      final = { props: prepareTransformed(facts, name, inputs, transformed.props), opts: transformed.opts };
      return final;
    };
    const restore = simplifyTraces();
    try {
      super(
        nativeType(facts.name),
        name,
        { ...inputs },
        isNew ? withLastTransformation(engineOptions, prepareFinal) : engineOptions,
      );
    } finally {
      restore();
    }
    if (isNew) {
      const args = definedInputs(facts, final.props);
      recordModules(facts, this, name, args);
      recordHosts(facts, this, name, { args, opts: final.opts });
    }
    if (opts.id !== undefined && facts.nested) keepOwnId(this);
  }
}

export const nativeClass = <T>(name: ClassName): T => defineClass(NativeResource, nativeType(name), name);
