// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

/**
 * A named group of source addresses, filled with IpPolicyRule. It applies to no traffic until an
 * IpRestriction or the IP restriction module of an edge or route refers to it. Once deleted, whatever still
 * refers to it treats it as a policy without rules.
 *
 * API reference, section "IP policy".
 */
export class IpPolicy extends EdgeResource {
  /** Which source addresses the policy is about. Removing it empties it on the service. */
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
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  declare readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  declare readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  declare readonly createdAt: pulumi.Output<string>;
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
  constructor(name: string, args?: IpPolicyArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.IpPolicy, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): IpPolicy {
    return new IpPolicy(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is IpPolicy {
    return EdgeResource.isOfType(FACTS.IpPolicy.name, candidate);
  }
}

/** Inputs of IpPolicy. */
export interface IpPolicyArgs {
  /**
   * Which source addresses the policy is about. Removing it empties it on the service. At most 255 bytes of
   * UTF-8. Default: `""`.
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
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
