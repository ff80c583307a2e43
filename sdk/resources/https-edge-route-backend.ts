// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Ref } from "./types";

export interface HttpsEdgeRouteBackend extends EdgeResource, Adoption {
  /** Id of the HttpsEdge. */
  readonly edgeId: pulumi.Output<string>;
  /** Id of the HttpsEdgeRoute, without the edge's id. */
  readonly routeId: pulumi.Output<string>;
  /** Whether the module is applied to traffic. */
  readonly enabled: pulumi.Output<boolean>;
  /** Id of the backend that receives the traffic. */
  readonly backendId: pulumi.Output<string | undefined>;
  /** The backend that receives the traffic; null if none is set. */
  readonly backend: pulumi.Output<Ref | null>;
}

/**
 * The backend module of an HTTPS edge route that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpsEdgeRouteBackend =
  dynamicClass<ResourceClass<HttpsEdgeRouteBackend, HttpsEdgeRouteBackendArgs>>("HttpsEdgeRouteBackend");

/** Inputs of HttpsEdgeRouteBackend. */
export interface HttpsEdgeRouteBackendArgs extends AdoptionArgs {
  /** Id of the HttpsEdge. A change replaces the object. */
  edgeId: pulumi.Input<string>;
  /** Id of the HttpsEdgeRoute, without the edge's id. A change replaces the object. */
  routeId: pulumi.Input<string>;
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Id of the backend that receives the traffic. */
  backendId?: pulumi.Input<string>;
}
