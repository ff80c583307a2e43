// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Ref, Stamps } from "./types";

export interface IpPolicyRule extends EdgeResource, Adoption, Stamps, Metadata {
  /** Id of the IpPolicy that the rule belongs to. */
  readonly ipPolicyId: pulumi.Output<string>;
  /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
  readonly cidr: pulumi.Output<string>;
  /** What happens to traffic from the network. */
  readonly action: pulumi.Output<"allow" | "deny">;
  /** What the rule is for. */
  readonly description: pulumi.Output<string>;
  /**
   * Whether to adopt an existing object with the same `ipPolicyId` and `cidr` instead of creating one. Works
   * like `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** The policy that the rule belongs to. */
  readonly ipPolicy: pulumi.Output<Ref>;
}

/**
 * A rule of an IpPolicy: a network whose traffic the policy allows or denies.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const IpPolicyRule = dynamicClass<ResourceClass<IpPolicyRule, IpPolicyRuleArgs>>("IpPolicyRule");

/** Inputs of IpPolicyRule. */
export interface IpPolicyRuleArgs extends AdoptionArgs, MetadataArgs {
  /** Id of the IpPolicy that the rule belongs to. A change replaces the object. */
  ipPolicyId: pulumi.Input<string>;
  /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
  cidr: pulumi.Input<string>;
  /** What happens to traffic from the network. A change replaces the object. */
  action: pulumi.Input<"allow" | "deny">;
  /** What the rule is for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Whether to adopt an existing object with the same `ipPolicyId` and `cidr` instead of creating one. Works
   * like `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
