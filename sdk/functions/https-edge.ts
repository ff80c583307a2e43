// Generated from provider/families by `npm run generate`; do not edit.
import type { MutualTlsModule, Route, TlsTerminationAtEdgeModule } from "../resources/types";
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOutput,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. An edge that accepts HTTPS requests for its hostports; its
 * HttpsEdgeRoute objects handle them. Deleting the edge deletes its routes.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export interface HttpsEdgeResult {
  /** Id of the object. */
  id: string;
  /** What the edge is for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** Hostports that the edge serves, such as `app.example.com:443`. The order has no meaning. */
  hostports: string[];
  /** Mutual TLS module: clients must present a certificate of one of these authorities. */
  mutualTls?: MutualTlsModule;
  /** TLS termination module: which TLS versions are accepted. */
  tlsTermination?: TlsTerminationAtEdgeModule;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /**
   * The routes of the edge, without their modules: those, which may hold secrets, are read with
   * `getHttpsEdgeRoute`.
   */
  routes: Route[];
}

/** The keys of `getHttpsEdge`: `id`, or `hostport`, or `description`, or `metadata`. */
export type GetHttpsEdgeArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** One of the hostports of the edge. */
      hostport: string;
    }
  | {
      /** What the edge is for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getHttpsEdge: Get<GetHttpsEdgeArgs, HttpsEdgeResult> = (args, opts) =>
  get("HttpsEdge", args, opts);
/** Reads one object as soon as the keys are known. */
export const getHttpsEdgeOutput: GetOutput<GetHttpsEdgeArgs, HttpsEdgeResult> = (args, opts) =>
  getOutput("HttpsEdge", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listHttpsEdges: List<HttpsEdgeResult> = (opts) => list("HttpsEdge", {}, opts);
/** Reads all objects of the collection as an output. */
export const listHttpsEdgesOutput: ListOutput<HttpsEdgeResult> = (opts) => listOutput("HttpsEdge", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachHttpsEdge: Each<HttpsEdgeResult> = (opts) => each("HttpsEdge", {}, opts);
