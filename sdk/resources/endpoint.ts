// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, Ref, TrafficPolicyInput, TrafficPolicyValue } from "./types";

export interface Endpoint extends EdgeResource, Adoption, Metadata {
  /** URL of the endpoint, such as `https://app.example.com`. */
  readonly url: pulumi.Output<string>;
  /** Type of the endpoint: only cloud endpoints can be created. */
  readonly type: pulumi.Output<"ephemeral" | "edge" | "cloud">;
  /**
   * The traffic policy: a YAML or JSON string, sent unchanged, or an object, sent as JSON. Compared by
   * meaning, not by spelling. Secrets in it stay secret: single values of an object or a JSON string, but
   * all of a YAML string that contains one.
   */
  readonly trafficPolicy: pulumi.Output<TrafficPolicyValue>;
  /** What the endpoint is for. */
  readonly description: pulumi.Output<string>;
  /**
   * Bindings of the endpoint; by default `internal` if the hostname of `url` ends in `.internal`, otherwise
   * `public`. Order is ignored.
   */
  readonly bindings: pulumi.Output<string[]>;
  /** Whether other endpoints may share the URL. */
  readonly poolingEnabled: pulumi.Output<boolean>;
  /**
   * Whether to adopt an existing object with the same `url` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** API URI of the object; null for endpoints of other types than `cloud`. */
  readonly uri: pulumi.Output<string | null>;
  /** When the object was created. A time in RFC 3339 format. */
  readonly createdAt: pulumi.Output<string>;
  /** When the endpoint was last changed. A time in RFC 3339 format. */
  readonly updatedAt: pulumi.Output<string | null>;
  /** Region that the endpoint belongs to. */
  readonly region: pulumi.Output<string | null>;
  /**
   * URL of the hostport that is served.
   *
   * @deprecated Use `url`, which has the same value: ngrok has deprecated this field.
   */
  readonly publicUrl: pulumi.Output<string>;
  /** Protocol. */
  readonly proto: pulumi.Output<"http" | "https" | "tcp" | "tls">;
  /** Scheme of the URL; the service may omit it. */
  readonly scheme: pulumi.Output<string | null>;
  /** Hostname and port as `hostname:port`; soon to be deprecated by the service. */
  readonly hostport: pulumi.Output<string>;
  /** Hostname of the URL, if it has one. */
  readonly host: pulumi.Output<string | null>;
  /** Port of the URL, if it has one. */
  readonly port: pulumi.Output<number | null>;
  /** User-defined name of the endpoint. */
  readonly name: pulumi.Output<string | null>;
  /** The reserved domain that it uses. */
  readonly domain: pulumi.Output<Ref | null>;
  /** The reserved address that it uses. */
  readonly tcpAddr: pulumi.Output<Ref | null>;
  /** The tunnel that serves it, if it is ephemeral. */
  readonly tunnel: pulumi.Output<Ref | null>;
  /** The edge that serves it, if it is an edge's. */
  readonly edge: pulumi.Output<Ref | null>;
  /** Local address that the tunnel forwards to. */
  readonly upstreamUrl: pulumi.Output<string | null>;
  /** Protocol that the agent forwards with. */
  readonly upstreamProtocol: pulumi.Output<string | null>;
  /** The user or bot that owns it. */
  readonly principal: pulumi.Output<Ref | null>;
  /** Session of the agent that serves the endpoint. */
  readonly tunnelSession: pulumi.Output<Ref | null>;
}

/**
 * A cloud endpoint: a URL that the service serves according to a traffic policy, without an agent. Endpoints
 * that agents and edges create can be looked up but not managed.
 *
 * API reference, section "Endpoint".
 */
export const Endpoint = dynamicClass<ResourceClass<Endpoint, EndpointArgs>>("Endpoint");

/** Inputs of Endpoint. */
export interface EndpointArgs extends AdoptionArgs {
  /** URL of the endpoint, such as `https://app.example.com`. A different scheme replaces the object. */
  url: pulumi.Input<string>;
  /**
   * Type of the endpoint: only cloud endpoints can be created. Default: `"cloud"`. A change replaces the
   * object.
   */
  type?: pulumi.Input<"cloud">;
  /**
   * The traffic policy: a YAML or JSON string, sent unchanged, or an object, sent as JSON. Compared by
   * meaning, not by spelling. Secrets in it stay secret: single values of an object or a JSON string, but
   * all of a YAML string that contains one.
   */
  trafficPolicy: TrafficPolicyInput;
  /** What the endpoint is for. At most 255 characters. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. At most 4096 characters. Default:
   * `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Bindings of the endpoint; by default `internal` if the hostname of `url` ends in `.internal`, otherwise
   * `public`. Order is ignored. If unset, the service chooses a value.
   */
  bindings?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether other endpoints may share the URL. Default: `false`. */
  poolingEnabled?: pulumi.Input<boolean>;
  /**
   * Whether to adopt an existing object with the same `url` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
