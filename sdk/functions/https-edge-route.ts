// Generated from provider/families by `npm run generate`; do not edit.
import type {
  BackendModule,
  CircuitBreakerModule,
  CompressionModule,
  IpRestrictionModule,
  MetadataResult,
  OauthModule,
  ObjectResult,
  OidcModule,
  RequestHeadersModule,
  ResponseHeadersModule,
  SamlModule,
  TrafficPolicyModule,
  UserAgentFilterModule,
  WebhookVerificationModule,
  WebsocketTcpConverterModule,
} from "../resources/types";
import { eachIn, get, getOutput, listIn, listInOutput } from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getHttpsEdgeRoute`. Handles requests to an HTTPS edge that match a path. Each module is set,
 * changed, and removed with its property; a module that the program never declared is left unchanged.
 *
 * API reference, section "HTTPS edge route".
 */
export interface HttpsEdgeRouteResult extends ObjectResult, MetadataResult {
  /** Id of the HttpsEdge that the route belongs to. */
  edgeId: string;
  /** How `match` is compared with a request. */
  matchType: "exact_path" | "path_prefix";
  /** What the route matches: a path, a host, or a host and path. */
  match: string;
  /** What the route is for. */
  description: string;
  /** Backend module: the destination of the traffic. */
  backend?: BackendModule;
  /** IP restriction module: accepts traffic only from allowed source addresses. */
  ipRestriction?: IpRestrictionModule;
  /** Circuit breaker module: rejects requests while the upstream fails. */
  circuitBreaker?: CircuitBreakerModule;
  /** Compression module: compresses responses. */
  compression?: CompressionModule;
  /** Request headers module: adds and removes headers of requests. */
  requestHeaders?: RequestHeadersModule;
  /** Response headers module: adds and removes headers of responses. */
  responseHeaders?: ResponseHeadersModule;
  /** Webhook verification module: accepts only requests signed by the provider. */
  webhookVerification?: WebhookVerificationModule;
  /** OAuth module: users sign in with an identity provider. */
  oauth?: OauthModule;
  /** SAML module: users sign in at a SAML identity provider. */
  saml?: SamlModule;
  /** OpenID Connect module: users sign in with an OpenID provider. */
  oidc?: OidcModule;
  /** WebSocket converter module: turns WebSocket connections into TCP connections. */
  websocketTcpConverter?: WebsocketTcpConverterModule;
  /** User agent filter module: allows and denies requests by their user agent. */
  userAgentFilter?: UserAgentFilterModule;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: TrafficPolicyModule;
}

/**
 * Arguments of `getHttpsEdgeRoute`: `edgeId`, `id`, or `edgeId`, `matchType`, `match`, or `edgeId`,
 * `description`, or `edgeId`, `metadata`.
 */
export type GetHttpsEdgeRouteArgs = OneOf<
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /** Id of the object. */
      id: string;
    }
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /** How `match` is compared with a request. */
      matchType: "exact_path" | "path_prefix";
      /** What the route matches: a path, a host, or a host and path. */
      match: string;
    }
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /** What the route is for. */
      description: string;
    }
  | {
      /** Id of the HttpsEdge that the route belongs to. */
      edgeId: string;
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Selects the object whose HttpsEdgeRoutes are listed. */
export interface ListHttpsEdgeRoutesArgs {
  /** Id of the HttpsEdge that the route belongs to. */
  edgeId: string;
}

/** Reads one object immediately, including during previews. */
export const getHttpsEdgeRoute = get<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult>("HttpsEdgeRoute");
/** Reads one object as soon as the arguments are known. */
export const getHttpsEdgeRouteOutput = getOutput<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult>(
  "HttpsEdgeRoute",
);
/** Reads all objects immediately, including during previews. */
export const listHttpsEdgeRoutes = listIn<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult>("HttpsEdgeRoute");
/** Reads all objects, as an output. */
export const listHttpsEdgeRoutesOutput = listInOutput<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult>(
  "HttpsEdgeRoute",
);
/** Reads all objects page by page. */
export const eachHttpsEdgeRoute = eachIn<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult>("HttpsEdgeRoute");
