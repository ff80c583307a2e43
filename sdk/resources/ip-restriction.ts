// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Adoption, AdoptionArgs, Ref, Stamps } from "./types";

export interface IpRestriction extends EdgeResource, Adoption, Stamps {
  /** Which traffic is restricted. */
  readonly type: pulumi.Output<"dashboard" | "api" | "agent" | "endpoints">;
  /** Ids of the IpPolicy objects that decide. The order has no meaning. */
  readonly ipPolicyIds: pulumi.Output<string[]>;
  /** Whether the restriction is enforced (true) or only warnings are issued (false). */
  readonly enforced: pulumi.Output<boolean>;
  /** What the restriction is for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Whether to take over the object that has the same `type`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** The policies that decide. */
  readonly ipPolicies: pulumi.Output<Ref[]>;
}

/**
 * Restricts from which addresses the dashboard, the API, agents or endpoints of the account can be reached.
 * Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export const IpRestriction = dynamicClass<ResourceClass<IpRestriction, IpRestrictionArgs>>(
  FACTS.IpRestriction,
);

/** Inputs of IpRestriction. */
export interface IpRestrictionArgs extends AdoptionArgs {
  /** Which traffic is restricted. A change replaces the object. */
  type: pulumi.Input<"dashboard" | "api" | "agent" | "endpoints">;
  /** Ids of the IpPolicy objects that decide. The order has no meaning. */
  ipPolicyIds: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether the restriction is enforced (true) or only warnings are issued (false). Default: `false`. */
  enforced?: pulumi.Input<boolean>;
  /**
   * What the restriction is for. Removing it empties it on the service. At most 255 bytes of UTF-8. Default:
   * `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Whether to take over the object that has the same `type`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
}
