// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  BackendModule,
  BackendModuleArgs,
  CircuitBreakerModule,
  CircuitBreakerModuleArgs,
  CompressionModule,
  CompressionModuleArgs,
  IpRestrictionModule,
  IpRestrictionModuleArgs,
  Metadata,
  MetadataArgs,
  OauthModule,
  OauthModuleArgs,
  ObjectInput,
  OidcModule,
  OidcModuleArgs,
  RequestHeadersModule,
  RequestHeadersModuleArgs,
  ResponseHeadersModule,
  ResponseHeadersModuleArgs,
  SamlModule,
  SamlModuleArgs,
  Stamps,
  TrafficPolicyModule,
  TrafficPolicyModuleArgs,
  UserAgentFilterModule,
  UserAgentFilterModuleArgs,
  WebhookVerificationModule,
  WebhookVerificationModuleArgs,
  WebsocketTcpConverterModule,
  WebsocketTcpConverterModuleArgs,
} from "./types";

export interface HttpsEdgeRoute extends EdgeResource, Adoption, Stamps, Metadata {
  /** Id of the HttpsEdge that the route belongs to. */
  readonly edgeId: pulumi.Output<string>;
  /** How `match` is compared with a request. */
  readonly matchType: pulumi.Output<"exact_path" | "path_prefix">;
  /** What the route matches: a path, a host, or a host and path. */
  readonly match: pulumi.Output<string>;
  /** What the route is for. */
  readonly description: pulumi.Output<string>;
  /** Backend module: the destination of the traffic. */
  readonly backend: pulumi.Output<BackendModule | undefined>;
  /** IP restriction module: accepts traffic only from allowed source addresses. */
  readonly ipRestriction: pulumi.Output<IpRestrictionModule | undefined>;
  /** Circuit breaker module: rejects requests while the upstream fails. */
  readonly circuitBreaker: pulumi.Output<CircuitBreakerModule | undefined>;
  /** Compression module: compresses responses. */
  readonly compression: pulumi.Output<CompressionModule | undefined>;
  /** Request headers module: adds and removes headers of requests. */
  readonly requestHeaders: pulumi.Output<RequestHeadersModule | undefined>;
  /** Response headers module: adds and removes headers of responses. */
  readonly responseHeaders: pulumi.Output<ResponseHeadersModule | undefined>;
  /** Webhook verification module: accepts only requests signed by the provider. */
  readonly webhookVerification: pulumi.Output<WebhookVerificationModule | undefined>;
  /** OAuth module: users sign in with an identity provider. */
  readonly oauth: pulumi.Output<OauthModule | undefined>;
  /** SAML module: users sign in at a SAML identity provider. */
  readonly saml: pulumi.Output<SamlModule | undefined>;
  /** OpenID Connect module: users sign in with an OpenID provider. */
  readonly oidc: pulumi.Output<OidcModule | undefined>;
  /** WebSocket converter module: turns WebSocket connections into TCP connections. */
  readonly websocketTcpConverter: pulumi.Output<WebsocketTcpConverterModule | undefined>;
  /** User agent filter module: allows and denies requests by their user agent. */
  readonly userAgentFilter: pulumi.Output<UserAgentFilterModule | undefined>;
  /** Traffic policy module: rules that act on traffic. */
  readonly trafficPolicy: pulumi.Output<TrafficPolicyModule | undefined>;
  /**
   * Whether to adopt an existing object with the same `edgeId`, `matchType`, and `match` instead of creating
   * one. Works like `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** Modules that are set on the service but were never declared in the program, sorted by input name. */
  readonly unmanagedModules: pulumi.Output<string[]>;
}

/**
 * Handles requests to an HTTPS edge that match a path. Each module is set, changed, and removed with its
 * property; a module that the program never declared is left unchanged.
 *
 * API reference, section "HTTPS edge route".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpsEdgeRoute =
  dynamicClass<ResourceClass<HttpsEdgeRoute, HttpsEdgeRouteArgs>>("HttpsEdgeRoute");

/** Inputs of HttpsEdgeRoute. */
export interface HttpsEdgeRouteArgs extends AdoptionArgs, MetadataArgs {
  /** Id of the HttpsEdge that the route belongs to. A change replaces the object. */
  edgeId: pulumi.Input<string>;
  /** How `match` is compared with a request. */
  matchType: pulumi.Input<"exact_path" | "path_prefix">;
  /** What the route matches: a path, a host, or a host and path. */
  match: pulumi.Input<string>;
  /** What the route is for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Backend module: the destination of the traffic. */
  backend?: ObjectInput<BackendModuleArgs>;
  /** IP restriction module: accepts traffic only from allowed source addresses. */
  ipRestriction?: ObjectInput<IpRestrictionModuleArgs>;
  /** Circuit breaker module: rejects requests while the upstream fails. */
  circuitBreaker?: ObjectInput<CircuitBreakerModuleArgs>;
  /** Compression module: compresses responses. */
  compression?: ObjectInput<CompressionModuleArgs>;
  /** Request headers module: adds and removes headers of requests. */
  requestHeaders?: ObjectInput<RequestHeadersModuleArgs>;
  /** Response headers module: adds and removes headers of responses. */
  responseHeaders?: ObjectInput<ResponseHeadersModuleArgs>;
  /** Webhook verification module: accepts only requests signed by the provider. */
  webhookVerification?: ObjectInput<WebhookVerificationModuleArgs>;
  /** OAuth module: users sign in with an identity provider. */
  oauth?: ObjectInput<OauthModuleArgs>;
  /** SAML module: users sign in at a SAML identity provider. */
  saml?: ObjectInput<SamlModuleArgs>;
  /** OpenID Connect module: users sign in with an OpenID provider. */
  oidc?: ObjectInput<OidcModuleArgs>;
  /** WebSocket converter module: turns WebSocket connections into TCP connections. */
  websocketTcpConverter?: ObjectInput<WebsocketTcpConverterModuleArgs>;
  /** User agent filter module: allows and denies requests by their user agent. */
  userAgentFilter?: ObjectInput<UserAgentFilterModuleArgs>;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: ObjectInput<TrafficPolicyModuleArgs>;
  /**
   * Whether to adopt an existing object with the same `edgeId`, `matchType`, and `match` instead of creating
   * one. Works like `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
