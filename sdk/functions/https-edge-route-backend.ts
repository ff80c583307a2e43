// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getHttpsEdgeRouteBackend`. The backend module of an HTTPS edge route that is managed elsewhere.
 * Creating it overwrites the module's previous settings.
 *
 * API reference, section "Edge module operations".
 */
export interface HttpsEdgeRouteBackendResult {
  /** Id of the module: `<edgeId>/<routeId>/backend`. */
  id: string;
  /** Id of the HttpsEdge. */
  edgeId: string;
  /** Id of the HttpsEdgeRoute, without the edge's id. */
  routeId: string;
  /** Whether the module is applied to traffic. */
  enabled: boolean;
  /** Id of the backend that receives the traffic. */
  backendId?: string;
  /** The backend that receives the traffic; null if none is set. */
  backend: Ref | null;
}

/** Arguments of `getHttpsEdgeRouteBackend`: `id`, or `edgeId`, `routeId`. */
export type GetHttpsEdgeRouteBackendArgs = OneOf<
  | {
      /** Id of the module: `<edgeId>/<routeId>/backend`. */
      id: string;
    }
  | {
      /** Id of the HttpsEdge. */
      edgeId: string;
      /** Id of the HttpsEdgeRoute, without the edge's id. */
      routeId: string;
    }
>;

/** Reads one module immediately, including during previews. */
export const getHttpsEdgeRouteBackend: lookup.Get<
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult
> = (args, opts) => lookup.get("HttpsEdgeRouteBackend", args, opts);
/** Reads one module as soon as the arguments are known. */
export const getHttpsEdgeRouteBackendOutput: lookup.GetOutput<
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult
> = (args, opts) => lookup.getOutput("HttpsEdgeRouteBackend", args, opts);
