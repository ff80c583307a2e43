// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Ref } from "./types";

export interface TcpEdgeIpRestriction extends EdgeResource {
  /** Id of the TcpEdge. */
  readonly edgeId: pulumi.Output<string>;
  /** Whether the module is applied to traffic. */
  readonly enabled: pulumi.Output<boolean>;
  /** Ids of the IpPolicy objects that decide. The order has no meaning. */
  readonly ipPolicyIds: pulumi.Output<string[]>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** The policies that decide. */
  readonly ipPolicies: pulumi.Output<Ref[]>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * The IP restriction module of a TCP edge that is managed elsewhere. Its creation sets the module, whatever
 * was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TcpEdgeIpRestriction = dynamicClass<
  ResourceClass<TcpEdgeIpRestriction, TcpEdgeIpRestrictionArgs>
>(FACTS.TcpEdgeIpRestriction);

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
