// Generated from provider/families by `npm run generate`; do not edit.
import type {
  BackendModule,
  IpRestrictionModule,
  MutualTlsModule,
  ObjectResult,
  TlsTerminationModule,
  TrafficPolicyModule,
} from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. An edge that accepts TLS connections for its hostports. Each module
 * is set, changed and removed with its property; a module that the program never declared is left alone.
 *
 * API reference, section "TLS edge".
 */
export interface TlsEdgeResult extends ObjectResult {
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
  /** Mutual TLS module: clients must present a certificate of one of these authorities. */
  mutualTls?: MutualTlsModule;
  /** TLS termination module: where TLS ends. */
  tlsTermination?: TlsTerminationModule;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: TrafficPolicyModule;
}

/** The keys of `getTlsEdge`: `id`, or `hostport`, or `description`, or `metadata`. */
export type GetTlsEdgeArgs = OneOf<
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
export const getTlsEdge: lookup.Get<GetTlsEdgeArgs, TlsEdgeResult> = (args, opts) =>
  lookup.get("TlsEdge", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTlsEdgeOutput: lookup.GetOutput<GetTlsEdgeArgs, TlsEdgeResult> = (args, opts) =>
  lookup.getOutput("TlsEdge", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTlsEdges: lookup.List<TlsEdgeResult> = (opts) => lookup.list("TlsEdge", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTlsEdgesOutput: lookup.ListOutput<TlsEdgeResult> = (opts) =>
  lookup.listOutput("TlsEdge", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachTlsEdge: lookup.Each<TlsEdgeResult> = (opts) => lookup.each("TlsEdge", {}, opts);
