// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface IpPolicy extends EdgeResource, Adoption, Stamps, Metadata {
  /** Which source addresses the policy covers. */
  readonly description: pulumi.Output<string>;
}

/**
 * A named group of source addresses; each IpPolicyRule adds one. It has no effect until an IpRestriction or
 * the IP restriction module of an edge or route refers to it. References to a deleted policy act as if it
 * had no rules.
 *
 * API reference, section "IP policy".
 */
export const IpPolicy = dynamicClass<ClassWithOptionalArgs<IpPolicy, IpPolicyArgs>>("IpPolicy");

/** Inputs of IpPolicy. */
export interface IpPolicyArgs extends AdoptionArgs, MetadataArgs {
  /** Which source addresses the policy covers. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
}
