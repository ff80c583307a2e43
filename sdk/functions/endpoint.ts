// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, Ref, TrafficPolicyValue } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getEndpoint`. A cloud endpoint: a URL that the service serves according to a traffic policy,
 * without an agent. Endpoints that agents and edges create can be looked up but not managed.
 *
 * API reference, section "Endpoint".
 */
export interface EndpointResult extends MetadataResult {
  /** Id of the object. */
  id: string;
  /** URL of the endpoint, such as `https://app.example.com`. */
  url: string;
  /** Type of the endpoint: only cloud endpoints can be created. */
  type: "ephemeral" | "edge" | "cloud";
  /**
   * The traffic policy: a YAML or JSON string, sent unchanged, or an object, sent as JSON. Compared by
   * meaning, not by spelling. Secrets in it stay secret: single values of an object or a JSON string, but
   * all of a YAML string that contains one.
   */
  trafficPolicy: TrafficPolicyValue;
  /** What the endpoint is for. */
  description: string;
  /**
   * Bindings of the endpoint; by default `internal` if the hostname of `url` ends in `.internal`, otherwise
   * `public`. Order is ignored.
   */
  bindings: string[];
  /** Whether other endpoints may share the URL. */
  poolingEnabled: boolean;
  /** API URI of the object; null for endpoints of other types than `cloud`. */
  uri: string | null;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** When the endpoint was last changed. A time in RFC 3339 format. */
  updatedAt: string | null;
  /** Region that the endpoint belongs to. */
  region: string | null;
  /**
   * URL of the hostport that is served.
   *
   * @deprecated Use `url`, which has the same value: ngrok has deprecated this field.
   */
  publicUrl: string;
  /** Protocol. */
  proto: "http" | "https" | "tcp" | "tls";
  /** Scheme of the URL; the service may omit it. */
  scheme: string | null;
  /** Hostname and port as `hostname:port`; soon to be deprecated by the service. */
  hostport: string;
  /** Hostname of the URL, if it has one. */
  host: string | null;
  /** Port of the URL, if it has one. */
  port: number | null;
  /** User-defined name of the endpoint. */
  name: string | null;
  /** The reserved domain that it uses. */
  domain: Ref | null;
  /** The reserved address that it uses. */
  tcpAddr: Ref | null;
  /** The tunnel that serves it, if it is ephemeral. */
  tunnel: Ref | null;
  /** The edge that serves it, if it is an edge's. */
  edge: Ref | null;
  /** Local address that the tunnel forwards to. */
  upstreamUrl: string | null;
  /** Protocol that the agent forwards with. */
  upstreamProtocol: string | null;
  /** The user or bot that owns it. */
  principal: Ref | null;
  /** Session of the agent that serves the endpoint. */
  tunnelSession: Ref | null;
}

/** Arguments of `getEndpoint`: `id`, or `url`, or `description`, or `metadata`. */
export type GetEndpointArgs = OneOf<
  | ById
  | {
      /** URL of the endpoint, such as `https://app.example.com`. */
      url: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getEndpoint = get<GetEndpointArgs, EndpointResult>("Endpoint");
/** Reads one object as soon as the arguments are known. */
export const getEndpointOutput = getOutput<GetEndpointArgs, EndpointResult>("Endpoint");
/** Reads all objects immediately, including during previews. */
export const listEndpoints = list<EndpointResult, ListOptions>("Endpoint");
/** Reads all objects, as an output. */
export const listEndpointsOutput = listOutput<EndpointResult, ListOutputOptions>("Endpoint");
/** Reads all objects page by page. */
export const eachEndpoint = each<EndpointResult, ListOptions>("Endpoint");
