// Generated from provider/families by `npm run generate`; do not edit.
import type {
  MetadataResult,
  MutualTlsModule,
  ObjectResult,
  Route,
  TlsTerminationAtEdgeModule,
} from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getHttpsEdge`. An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute
 * objects handle them. Deleting the edge deletes its routes.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export interface HttpsEdgeResult extends ObjectResult, MetadataResult {
  /** What the edge is for. */
  description: string;
  /** Hostports that the edge serves, such as `app.example.com:443`. Order is ignored. */
  hostports: string[];
  /**
   * Mutual TLS module: clients must present a certificate issued by one of the authorities in
   * `certificateAuthorityIds`.
   */
  mutualTls?: MutualTlsModule;
  /** TLS termination module: the accepted TLS versions. */
  tlsTermination?: TlsTerminationAtEdgeModule;
  /**
   * The routes of the edge, without their modules, which may contain secrets: read those with
   * `getHttpsEdgeRoute`.
   */
  routes: Route[];
}

/** Arguments of `getHttpsEdge`: `id`, or `hostport`, or `description`, or `metadata`. */
export type GetHttpsEdgeArgs = OneOf<
  | ById
  | {
      /** One of the hostports of the edge. */
      hostport: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getHttpsEdge = get<GetHttpsEdgeArgs, HttpsEdgeResult>("HttpsEdge");
/** Reads one object as soon as the arguments are known. */
export const getHttpsEdgeOutput = getOutput<GetHttpsEdgeArgs, HttpsEdgeResult>("HttpsEdge");
/** Reads all objects immediately, including during previews. */
export const listHttpsEdges = list<HttpsEdgeResult>("HttpsEdge");
/** Reads all objects, as an output. */
export const listHttpsEdgesOutput = listOutput<HttpsEdgeResult>("HttpsEdge");
/** Reads all objects page by page. */
export const eachHttpsEdge = each<HttpsEdgeResult>("HttpsEdge");
