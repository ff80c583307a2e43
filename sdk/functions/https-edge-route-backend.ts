// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Ref } from "../resources/types";
import { get, getOutput, type InputsOf, type LookupOptions, type LookupOutputOptions } from "./lookup";

/**
 * What the service says of one object. The backend module of an HTTPS edge route that is managed elsewhere.
 * Its creation sets the module, whatever was there before.
 *
 * API reference, section "Edge module operations".
 */
export interface HttpsEdgeRouteBackendResult {
  /** Id of the module: `<edgeId>/<routeId>/backend`. */
  id: string;
  /** Id of the HttpsEdge. */
  edgeId: string;
  /** Id of the HttpsEdgeRoute, without the edge's. */
  routeId: string;
  /** Whether the module is applied to traffic. */
  enabled: boolean;
  /** Id of the backend that traffic goes to. */
  backendId?: string;
  /** The backend that traffic goes to; null when none is given. */
  backend: Ref | null;
}

/** By what `getHttpsEdgeRouteBackend` looks an object up: by `id`, or by `edgeId`, `routeId`. */
export type GetHttpsEdgeRouteBackendArgs =
  | {
      /** Id of the module: `<edgeId>/<routeId>/backend`. */
      id: string;
      edgeId?: never;
      routeId?: never;
    }
  | {
      /** Id of the HttpsEdge. */
      edgeId: string;
      /** Id of the HttpsEdgeRoute, without the edge's. */
      routeId: string;
      id?: never;
    };

/**
 * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getHttpsEdgeRouteBackendOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getHttpsEdgeRouteBackend(
  args: GetHttpsEdgeRouteBackendArgs,
  opts?: LookupOptions,
): Promise<HttpsEdgeRouteBackendResult> {
  return get<HttpsEdgeRouteBackendResult>("HttpsEdgeRouteBackend", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpsEdgeRouteBackendOutput(
  args: InputsOf<GetHttpsEdgeRouteBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeRouteBackendResult> {
  return getOutput<HttpsEdgeRouteBackendResult>("HttpsEdgeRouteBackend", args, opts);
}
