// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Ref } from "./types";

/**
 * Restricts from which addresses the dashboard, the API, agents or endpoints of the account can be reached.
 * Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export class IpRestriction extends EdgeResource {
  /** Which traffic is restricted. */
  declare readonly type: pulumi.Output<"dashboard" | "api" | "agent" | "endpoints">;
  /** Ids of the IpPolicy objects that decide. The order has no meaning. */
  declare readonly ipPolicyIds: pulumi.Output<string[]>;
  /** Whether the restriction is enforced (true) or only warnings are issued (false). */
  declare readonly enforced: pulumi.Output<boolean>;
  /** What the restriction is for. Removing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether to take over the object that has the same `type`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  declare readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  declare readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  declare readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  declare readonly createdAt: pulumi.Output<string>;
  /** The policies that decide. */
  declare readonly ipPolicies: pulumi.Output<Ref[]>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  declare readonly adopted: pulumi.Output<boolean | null>;

  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: IpRestrictionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.IpRestriction, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): IpRestriction {
    return new IpRestriction(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is IpRestriction {
    return EdgeResource.isOfType(FACTS.IpRestriction.name, candidate);
  }
}

/** Inputs of IpRestriction. */
export interface IpRestrictionArgs {
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
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Whether to take over the object that has the same `type`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
