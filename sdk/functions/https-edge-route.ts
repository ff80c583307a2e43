// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type {
  BackendModule,
  CircuitBreakerModule,
  CompressionModule,
  IpRestrictionModule,
  OauthModule,
  OidcModule,
  RequestHeadersModule,
  ResponseHeadersModule,
  SamlModule,
  TrafficPolicyModule,
  UserAgentFilterModule,
  WebhookVerificationModule,
  WebsocketTcpConverterModule,
} from "../resources/types";
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
 * What the service says of one object. Handles the requests of an HTTPS edge that match a path. Each module
 * is set, changed and removed with its property; a module that the program never declared is left alone.
 *
 * API reference, section "HTTPS edge route".
 */
export interface HttpsEdgeRouteResult {
  /** Id of the object. */
  id: string;
  /** Id of the HttpsEdge that the route belongs to. */
  edgeId: string;
  /** How `match` is compared with a request. */
  matchType: "exact_path" | "path_prefix";
  /** What the route selects: a path, a host, or host plus path. */
  match: string;
  /** What the route is for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** Backend module: where traffic goes. */
  backend?: BackendModule;
  /** IP restriction module: from which source addresses traffic is accepted. */
  ipRestriction?: IpRestrictionModule;
  /** Circuit breaker module: rejects requests while the upstream fails. */
  circuitBreaker?: CircuitBreakerModule;
  /** Compression module: compresses responses. */
  compression?: CompressionModule;
  /** Request headers module: adds and removes headers of requests. */
  requestHeaders?: RequestHeadersModule;
  /** Response headers module: adds and removes headers of responses. */
  responseHeaders?: ResponseHeadersModule;
  /** Webhook verification module: accepts only requests that the provider has signed. */
  webhookVerification?: WebhookVerificationModule;
  /** OAuth module: users sign in with an identity provider. */
  oauth?: OauthModule;
  /** SAML module: users sign in at a SAML identity provider. */
  saml?: SamlModule;
  /** OpenID Connect module: users sign in at an OpenID provider. */
  oidc?: OidcModule;
  /** WebSocket converter module: turns WebSocket connections into TCP connections. */
  websocketTcpConverter?: WebsocketTcpConverterModule;
  /** User agent filter module: allows and denies requests by their user agent. */
  userAgentFilter?: UserAgentFilterModule;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: TrafficPolicyModule;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
}

/**
 * By what `getHttpsEdgeRoute` looks an object up: by `edgeId`, `id`, or by `edgeId`, `matchType`, `match`,
 * or by `edgeId`, `description`, or by `edgeId`, `metadata`.
 */
export type GetHttpsEdgeRouteArgs =
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /** Id of the object. */
      id: string;
      matchType?: never;
      match?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /** How `match` is compared with a request. */
      matchType: "exact_path" | "path_prefix";
      /** What the route selects: a path, a host, or host plus path. */
      match: string;
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /** What the route is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      matchType?: never;
      match?: never;
      metadata?: never;
    }
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      matchType?: never;
      match?: never;
      description?: never;
    };

/** What the HttpsEdgeRoutes that are listed belong to. */
export interface ListHttpsEdgeRoutesArgs {
  /** Id of the HttpsEdge that the route belongs to. */
  edgeId: string;
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getHttpsEdgeRouteOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getHttpsEdgeRoute(
  args: GetHttpsEdgeRouteArgs,
  opts?: LookupOptions,
): Promise<HttpsEdgeRouteResult> {
  return get<HttpsEdgeRouteResult>("HttpsEdgeRoute", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpsEdgeRouteOutput(
  args: InputsOf<GetHttpsEdgeRouteArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeRouteResult> {
  return getOutput<HttpsEdgeRouteResult>("HttpsEdgeRoute", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachHttpsEdgeRoute`.
 */
export function listHttpsEdgeRoutes(
  at: ListHttpsEdgeRoutesArgs,
  opts?: LookupOptions,
): Promise<HttpsEdgeRouteResult[]> {
  return list<HttpsEdgeRouteResult>("HttpsEdgeRoute", at, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listHttpsEdgeRoutesOutput(
  at: InputsOf<ListHttpsEdgeRoutesArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeRouteResult[]> {
  return listOutput<HttpsEdgeRouteResult>("HttpsEdgeRoute", at, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachHttpsEdgeRoute(
  at: ListHttpsEdgeRoutesArgs,
  opts?: LookupOptions,
): AsyncGenerator<HttpsEdgeRouteResult, void> {
  return each<HttpsEdgeRouteResult>("HttpsEdgeRoute", at, opts);
}
