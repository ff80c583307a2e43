// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Ref } from "./types";

/**
 * The IP restriction module of a TCP edge that is managed elsewhere. Its creation sets the module, whatever
 * was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export class TcpEdgeIpRestriction extends EdgeResource {
  /** Id of the TcpEdge. */
  declare readonly edgeId: pulumi.Output<string>;
  /** Whether the module is applied to traffic. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** Ids of the IpPolicy objects that decide. The order has no meaning. */
  declare readonly ipPolicyIds: pulumi.Output<string[]>;
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
  constructor(name: string, args: TcpEdgeIpRestrictionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TcpEdgeIpRestriction, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<edgeId>/ip_restriction`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): TcpEdgeIpRestriction {
    return new TcpEdgeIpRestriction(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TcpEdgeIpRestriction {
    return EdgeResource.isOfType(FACTS.TcpEdgeIpRestriction.name, candidate);
  }
}

/** Inputs of TcpEdgeIpRestriction. */
export interface TcpEdgeIpRestrictionArgs {
  /** Id of the TcpEdge. A change replaces the object. */
  edgeId: pulumi.Input<string>;
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Ids of the IpPolicy objects that decide. The order has no meaning. Default: `[]`. */
  ipPolicyIds?: pulumi.Input<pulumi.Input<string>[]>;
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
