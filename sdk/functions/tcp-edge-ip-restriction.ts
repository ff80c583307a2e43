// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Ref } from "../resources/types";
import { get, getOutput, type InputsOf, type LookupOptions, type LookupOutputOptions } from "./lookup";

/**
 * What the service says of one object. The IP restriction module of a TCP edge that is managed elsewhere.
 * Its creation sets the module, whatever was there before.
 *
 * API reference, section "Edge module operations".
 */
export interface TcpEdgeIpRestrictionResult {
  /** Id of the module: `<edgeId>/ip_restriction`. */
  id: string;
  /** Id of the TcpEdge. */
  edgeId: string;
  /** Whether the module is applied to traffic. */
  enabled: boolean;
  /** Ids of the IpPolicy objects that decide. The order has no meaning. */
  ipPolicyIds: string[];
  /** The policies that decide. */
  ipPolicies: Ref[];
}

/** By what `getTcpEdgeIpRestriction` looks an object up: by `id`, or by `edgeId`. */
export type GetTcpEdgeIpRestrictionArgs =
  | {
      /** Id of the module: `<edgeId>/ip_restriction`. */
      id: string;
      edgeId?: never;
    }
  | {
      /** Id of the TcpEdge. */
      edgeId: string;
      id?: never;
    };

/**
 * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTcpEdgeIpRestrictionOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getTcpEdgeIpRestriction(
  args: GetTcpEdgeIpRestrictionArgs,
  opts?: LookupOptions,
): Promise<TcpEdgeIpRestrictionResult> {
  return get<TcpEdgeIpRestrictionResult>("TcpEdgeIpRestriction", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTcpEdgeIpRestrictionOutput(
  args: InputsOf<GetTcpEdgeIpRestrictionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TcpEdgeIpRestrictionResult> {
  return getOutput<TcpEdgeIpRestrictionResult>("TcpEdgeIpRestriction", args, opts);
}
