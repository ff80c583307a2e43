// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  Metadata,
  MetadataArgs,
  MutualTlsModule,
  MutualTlsModuleArgs,
  ObjectInput,
  Route,
  Stamps,
  TlsTerminationAtEdgeModule,
  TlsTerminationAtEdgeModuleArgs,
} from "./types";

export interface HttpsEdge extends EdgeResource, Adoption, Stamps, Metadata {
  /** What the edge is for. */
  readonly description: pulumi.Output<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. Order is ignored. */
  readonly hostports: pulumi.Output<string[]>;
  /**
   * Mutual TLS module: clients must present a certificate issued by one of the authorities in
   * `certificateAuthorityIds`.
   */
  readonly mutualTls: pulumi.Output<MutualTlsModule | undefined>;
  /** TLS termination module: the accepted TLS versions. */
  readonly tlsTermination: pulumi.Output<TlsTerminationAtEdgeModule | undefined>;
  /**
   * Whether to adopt an existing object with the same `hostports` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /**
   * The routes of the edge, without their modules, which may contain secrets: read those with
   * `getHttpsEdgeRoute`.
   */
  readonly routes: pulumi.Output<Route[]>;
  /** Modules that are set on the service but were never declared in the program, sorted by input name. */
  readonly unmanagedModules: pulumi.Output<string[]>;
}

/**
 * An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute objects handle them. Deleting
 * the edge deletes its routes.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpsEdge = dynamicClass<ClassWithOptionalArgs<HttpsEdge, HttpsEdgeArgs>>("HttpsEdge");

/** Inputs of HttpsEdge. */
export interface HttpsEdgeArgs extends AdoptionArgs, MetadataArgs {
  /** What the edge is for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. Order is ignored. Default: `[]`. */
  hostports?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Mutual TLS module: clients must present a certificate issued by one of the authorities in
   * `certificateAuthorityIds`.
   */
  mutualTls?: ObjectInput<MutualTlsModuleArgs>;
  /** TLS termination module: the accepted TLS versions. */
  tlsTermination?: ObjectInput<TlsTerminationAtEdgeModuleArgs>;
  /**
   * Whether to adopt an existing object with the same `hostports` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
