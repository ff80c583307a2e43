// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
import { get, getOutput } from "./lookup";
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
export const getHttpsEdgeRouteBackend = get<GetHttpsEdgeRouteBackendArgs, HttpsEdgeRouteBackendResult>(
  "HttpsEdgeRouteBackend",
);
/** Reads one module as soon as the arguments are known. */
export const getHttpsEdgeRouteBackendOutput = getOutput<
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult
>("HttpsEdgeRouteBackend");
