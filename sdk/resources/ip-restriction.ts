// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Ref, Stamps } from "./types";

export interface IpRestriction extends EdgeResource, Adoption, Stamps, Metadata {
  /** Which traffic is restricted. */
  readonly type: pulumi.Output<"dashboard" | "api" | "agent" | "endpoints">;
  /** Ids of the IpPolicy objects to apply. Order is ignored. */
  readonly ipPolicyIds: pulumi.Output<string[]>;
  /** Whether the restriction is enforced (true) or only warnings are issued (false). */
  readonly enforced: pulumi.Output<boolean>;
  /** What the restriction is for. */
  readonly description: pulumi.Output<string>;
  /**
   * Whether to adopt an existing object with the same `type` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** The applied policies. */
  readonly ipPolicies: pulumi.Output<Ref[]>;
}

/**
 * Restricts the source addresses that can reach the account's dashboard, API, agents, or endpoints. Take
 * care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export const IpRestriction = dynamicClass<ResourceClass<IpRestriction, IpRestrictionArgs>>("IpRestriction");

/** Inputs of IpRestriction. */
export interface IpRestrictionArgs extends AdoptionArgs, MetadataArgs {
  /** Which traffic is restricted. A change replaces the object. */
  type: pulumi.Input<"dashboard" | "api" | "agent" | "endpoints">;
  /** Ids of the IpPolicy objects to apply. Order is ignored. */
  ipPolicyIds: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether the restriction is enforced (true) or only warnings are issued (false). Default: `false`. */
  enforced?: pulumi.Input<boolean>;
  /** What the restriction is for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Whether to adopt an existing object with the same `type` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
