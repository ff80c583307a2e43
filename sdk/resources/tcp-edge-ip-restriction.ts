// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Ref } from "./types";

export interface TcpEdgeIpRestriction extends EdgeResource, Adoption {
  /** Id of the TcpEdge. */
  readonly edgeId: pulumi.Output<string>;
  /** Whether the module is applied to traffic. */
  readonly enabled: pulumi.Output<boolean>;
  /** Ids of the IpPolicy objects to apply. Order is ignored. */
  readonly ipPolicyIds: pulumi.Output<string[]>;
  /** The applied policies. */
  readonly ipPolicies: pulumi.Output<Ref[]>;
}

/**
 * The IP restriction module of a TCP edge that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TcpEdgeIpRestriction =
  dynamicClass<ResourceClass<TcpEdgeIpRestriction, TcpEdgeIpRestrictionArgs>>("TcpEdgeIpRestriction");

/** Inputs of TcpEdgeIpRestriction. */
export interface TcpEdgeIpRestrictionArgs extends AdoptionArgs {
  /** Id of the TcpEdge. A change replaces the object. */
  edgeId: pulumi.Input<string>;
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Ids of the IpPolicy objects to apply. Order is ignored. Default: `[]`. */
  ipPolicyIds?: pulumi.Input<pulumi.Input<string>[]>;
}
