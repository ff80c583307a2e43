import * as pulumi from "@pulumi/pulumi";
import { dynamicType, nativeType } from "../../provider/engine/native/tokens";
import type { ClassFacts } from "../edge-resource";
import { typeOf } from "../engine-inner";
import { requireEngineSdk } from "../engine-sdk";
import { noteHosts } from "../host-names";
import { registered } from "../inputs";
import { noteModules } from "../module-conflicts";
import { keepOwnId, requireId } from "../own-id";
import { tracesOfRegistration } from "../traces";
import { ofThisPackage } from "./plugin";

/** Base of all classes of the native provider. */
export abstract class NativeResource extends pulumi.CustomResource {
  /** @internal */
  protected constructor(
    facts: ClassFacts,
    name: string,
    args: object | undefined,
    opts: pulumi.CustomResourceOptions,
  ) {
    requireEngineSdk();
    requireId(facts.name, name, opts);
    const restore = tracesOfRegistration();
    try {
      super(nativeType(facts.name), name, registered(facts, name, args ?? {}), {
        ...ofThisPackage(opts),
        additionalSecretOutputs: [...facts.secrets, ...(opts.additionalSecretOutputs ?? [])],
        // What the dynamic class has created stays as it is.
        aliases: [...(opts.aliases ?? []), { type: dynamicType(facts.name) }],
      });
    } finally {
      restore();
    }
    if (opts.id === undefined && opts.urn === undefined) {
      noteModules(facts, this, name, { ...args });
      noteHosts(facts, this, name, { args: { ...args }, opts });
    }
    if (opts.id !== undefined && facts.nested) keepOwnId(this);
  }

  /** @internal */
  protected static isOfType(name: string, candidate: unknown): boolean {
    return typeOf(candidate) === nativeType(name);
  }
}
