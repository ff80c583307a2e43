// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
import { get, getOutput } from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getTcpEdgeIpRestriction`. The IP restriction module of a TCP edge that is managed elsewhere.
 * Creating it overwrites the module's previous settings.
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
  /** Ids of the IpPolicy objects to apply. Order is ignored. */
  ipPolicyIds: string[];
  /** The applied policies. */
  ipPolicies: Ref[];
}

/** Arguments of `getTcpEdgeIpRestriction`: `id`, or `edgeId`. */
export type GetTcpEdgeIpRestrictionArgs = OneOf<
  | {
      /** Id of the module: `<edgeId>/ip_restriction`. */
      id: string;
    }
  | {
      /** Id of the TcpEdge. */
      edgeId: string;
    }
>;

/** Reads one module immediately, including during previews. */
export const getTcpEdgeIpRestriction = get<GetTcpEdgeIpRestrictionArgs, TcpEdgeIpRestrictionResult>(
  "TcpEdgeIpRestriction",
);
/** Reads one module as soon as the arguments are known. */
export const getTcpEdgeIpRestrictionOutput = getOutput<
  GetTcpEdgeIpRestrictionArgs,
  TcpEdgeIpRestrictionResult
>("TcpEdgeIpRestriction");
