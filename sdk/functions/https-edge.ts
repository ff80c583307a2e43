// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { MutualTlsModule, Route, TlsTerminationAtEdgeModule } from "../resources/types";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. An edge that accepts HTTPS requests for its hostports; its
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

/**
 * By what `getHttpsEdge` looks an object up: by `id`, or by `hostport`, or by `description`, or by
 * `metadata`.
 */
export type GetHttpsEdgeArgs =
  | {
      /** Id of the object. */
      id: string;
      hostport?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** One of the hostports of the edge. */
      hostport: string;
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the edge is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      hostport?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      hostport?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getHttpsEdgeOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getHttpsEdge(args: GetHttpsEdgeArgs, opts?: LookupOptions): Promise<HttpsEdgeResult> {
  return get<HttpsEdgeResult>("HttpsEdge", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpsEdgeOutput(
  args: InputsOf<GetHttpsEdgeArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeResult> {
  return getOutput<HttpsEdgeResult>("HttpsEdge", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachHttpsEdge`.
 */
export function listHttpsEdges(opts?: LookupOptions): Promise<HttpsEdgeResult[]> {
  return list<HttpsEdgeResult>("HttpsEdge", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listHttpsEdgesOutput(opts?: LookupOutputOptions): pulumi.Output<HttpsEdgeResult[]> {
  return listOutput<HttpsEdgeResult>("HttpsEdge", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachHttpsEdge(opts?: LookupOptions): AsyncGenerator<HttpsEdgeResult, void> {
  return each<HttpsEdgeResult>("HttpsEdge", {}, opts);
}
