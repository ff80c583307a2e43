// Generated from provider/families by `npm run generate`; do not edit.
import type {
  BackendModule,
  IpRestrictionModule,
  MetadataResult,
  MutualTlsModule,
  ObjectResult,
  TlsTerminationModule,
  TrafficPolicyModule,
} from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getTlsEdge`. An edge that accepts TLS connections for its hostports. Each module is set,
 * changed, and removed with its property; a module that the program never declared is left unchanged.
 *
 * API reference, section "TLS edge".
 */
export interface TlsEdgeResult extends ObjectResult, MetadataResult {
  /** What the edge is for. */
  description: string;
  /** Hostports that the edge serves, such as `app.example.com:443`. Order is ignored. */
  hostports: string[];
  /** Backend module: the destination of the traffic. */
  backend?: BackendModule;
  /** IP restriction module: accepts traffic only from allowed source addresses. */
  ipRestriction?: IpRestrictionModule;
  /**
   * Mutual TLS module: clients must present a certificate issued by one of the authorities in
   * `certificateAuthorityIds`.
   */
  mutualTls?: MutualTlsModule;
  /** TLS termination module: where TLS is terminated. */
  tlsTermination?: TlsTerminationModule;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: TrafficPolicyModule;
}

/** Arguments of `getTlsEdge`: `id`, or `hostport`, or `description`, or `metadata`. */
export type GetTlsEdgeArgs = OneOf<
  | ById
  | {
      /** One of the hostports of the edge. */
      hostport: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getTlsEdge = get<GetTlsEdgeArgs, TlsEdgeResult>("TlsEdge");
/** Reads one object as soon as the arguments are known. */
export const getTlsEdgeOutput = getOutput<GetTlsEdgeArgs, TlsEdgeResult>("TlsEdge");
/** Reads all objects immediately, including during previews. */
export const listTlsEdges = list<TlsEdgeResult>("TlsEdge");
/** Reads all objects, as an output. */
export const listTlsEdgesOutput = listOutput<TlsEdgeResult>("TlsEdge");
/** Reads all objects page by page. */
export const eachTlsEdge = each<TlsEdgeResult>("TlsEdge");
