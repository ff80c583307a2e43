// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { BackendModule, IpRestrictionModule, TrafficPolicyModule } from "../resources/types";
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
 * What the service says of one object. An edge that accepts TCP connections for its hostports. Each module
 * is set, changed and removed with its property; a module that the program never declared is left alone.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export interface TcpEdgeResult {
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
  /** Backend module: where traffic goes. */
  backend?: BackendModule;
  /** IP restriction module: from which source addresses traffic is accepted. */
  ipRestriction?: IpRestrictionModule;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: TrafficPolicyModule;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
}

/** By what `getTcpEdge` looks an object up: by `id`, or by `hostport`, or by `description`, or by `metadata`. */
export type GetTcpEdgeArgs =
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
 * or use `getTcpEdgeOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTcpEdge(args: GetTcpEdgeArgs, opts?: LookupOptions): Promise<TcpEdgeResult> {
  return get<TcpEdgeResult>("TcpEdge", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTcpEdgeOutput(
  args: InputsOf<GetTcpEdgeArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TcpEdgeResult> {
  return getOutput<TcpEdgeResult>("TcpEdge", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachTcpEdge`.
 */
export function listTcpEdges(opts?: LookupOptions): Promise<TcpEdgeResult[]> {
  return list<TcpEdgeResult>("TcpEdge", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTcpEdgesOutput(opts?: LookupOutputOptions): pulumi.Output<TcpEdgeResult[]> {
  return listOutput<TcpEdgeResult>("TcpEdge", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachTcpEdge(opts?: LookupOptions): AsyncGenerator<TcpEdgeResult, void> {
  return each<TcpEdgeResult>("TcpEdge", {}, opts);
}
