// Generated from provider/families by `npm run generate`; do not edit.
import type {
  BackendModule,
  IpRestrictionModule,
  MetadataResult,
  ObjectResult,
  TrafficPolicyModule,
} from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getTcpEdge`. An edge that accepts TCP connections for its hostports. Each module is set,
 * changed, and removed with its property; a module that the program never declared is left unchanged.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export interface TcpEdgeResult extends ObjectResult, MetadataResult {
  /** What the edge is for. */
  description: string;
  /** Hostports that the edge serves, such as `1.tcp.ngrok.io:20000`. Order is ignored. */
  hostports: string[];
  /** Backend module: the destination of the traffic. */
  backend?: BackendModule;
  /** IP restriction module: accepts traffic only from allowed source addresses. */
  ipRestriction?: IpRestrictionModule;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: TrafficPolicyModule;
}

/** Arguments of `getTcpEdge`: `id`, or `hostport`, or `description`, or `metadata`. */
export type GetTcpEdgeArgs = OneOf<
  | ById
  | {
      /** One of the hostports of the edge. */
      hostport: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getTcpEdge = get<GetTcpEdgeArgs, TcpEdgeResult>("TcpEdge");
/** Reads one object as soon as the arguments are known. */
export const getTcpEdgeOutput = getOutput<GetTcpEdgeArgs, TcpEdgeResult>("TcpEdge");
/** Reads all objects immediately, including during previews. */
export const listTcpEdges = list<TcpEdgeResult>("TcpEdge");
/** Reads all objects, as an output. */
export const listTcpEdgesOutput = listOutput<TcpEdgeResult>("TcpEdge");
/** Reads all objects page by page. */
export const eachTcpEdge = each<TcpEdgeResult>("TcpEdge");
