// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  BackendModule,
  BackendModuleArgs,
  IpRestrictionModule,
  IpRestrictionModuleArgs,
  Metadata,
  MetadataArgs,
  MutualTlsModule,
  MutualTlsModuleArgs,
  ObjectInput,
  Stamps,
  TlsTerminationModule,
  TlsTerminationModuleArgs,
  TrafficPolicyModule,
  TrafficPolicyModuleArgs,
} from "./types";

export interface TlsEdge extends EdgeResource, Adoption, Stamps, Metadata {
  /** What the edge is for. */
  readonly description: pulumi.Output<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. Order is ignored. */
  readonly hostports: pulumi.Output<string[]>;
  /** Backend module: the destination of the traffic. */
  readonly backend: pulumi.Output<BackendModule | undefined>;
  /** IP restriction module: accepts traffic only from allowed source addresses. */
  readonly ipRestriction: pulumi.Output<IpRestrictionModule | undefined>;
  /**
   * Mutual TLS module: clients must present a certificate issued by one of the authorities in
   * `certificateAuthorityIds`.
   */
  readonly mutualTls: pulumi.Output<MutualTlsModule | undefined>;
  /** TLS termination module: where TLS is terminated. */
  readonly tlsTermination: pulumi.Output<TlsTerminationModule | undefined>;
  /** Traffic policy module: rules that act on traffic. */
  readonly trafficPolicy: pulumi.Output<TrafficPolicyModule | undefined>;
  /**
   * Whether to adopt an existing object with the same `hostports` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** Modules that are set on the service but were never declared in the program, sorted by input name. */
  readonly unmanagedModules: pulumi.Output<string[]>;
}

/**
 * An edge that accepts TLS connections for its hostports. Each module is set, changed, and removed with its
 * property; a module that the program never declared is left unchanged.
 *
 * API reference, section "TLS edge".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TlsEdge = dynamicClass<ClassWithOptionalArgs<TlsEdge, TlsEdgeArgs>>("TlsEdge");

/** Inputs of TlsEdge. */
export interface TlsEdgeArgs extends AdoptionArgs, MetadataArgs {
  /** What the edge is for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. Order is ignored. Default: `[]`. */
  hostports?: pulumi.Input<pulumi.Input<string>[]>;
  /** Backend module: the destination of the traffic. */
  backend?: ObjectInput<BackendModuleArgs>;
  /** IP restriction module: accepts traffic only from allowed source addresses. */
  ipRestriction?: ObjectInput<IpRestrictionModuleArgs>;
  /**
   * Mutual TLS module: clients must present a certificate issued by one of the authorities in
   * `certificateAuthorityIds`.
   */
  mutualTls?: ObjectInput<MutualTlsModuleArgs>;
  /** TLS termination module: where TLS is terminated. */
  tlsTermination?: ObjectInput<TlsTerminationModuleArgs>;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: ObjectInput<TrafficPolicyModuleArgs>;
  /**
   * Whether to adopt an existing object with the same `hostports` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
