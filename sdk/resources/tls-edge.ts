// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { FreeClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type {
  Adoption,
  AdoptionArgs,
  BackendModule,
  BackendModuleArgs,
  IpRestrictionModule,
  IpRestrictionModuleArgs,
  MutualTlsModule,
  MutualTlsModuleArgs,
  ObjectInput,
  Stamps,
  TlsTerminationModule,
  TlsTerminationModuleArgs,
  TrafficPolicyModule,
  TrafficPolicyModuleArgs,
} from "./types";

export interface TlsEdge extends EdgeResource, Adoption, Stamps {
  /** What the edge is for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. The order has no meaning. */
  readonly hostports: pulumi.Output<string[]>;
  /** Backend module: where traffic goes. */
  readonly backend: pulumi.Output<BackendModule | undefined>;
  /** IP restriction module: from which source addresses traffic is accepted. */
  readonly ipRestriction: pulumi.Output<IpRestrictionModule | undefined>;
  /** Mutual TLS module: clients must present a certificate of one of these authorities. */
  readonly mutualTls: pulumi.Output<MutualTlsModule | undefined>;
  /** TLS termination module: where TLS ends. */
  readonly tlsTermination: pulumi.Output<TlsTerminationModule | undefined>;
  /** Traffic policy module: rules that act on traffic. */
  readonly trafficPolicy: pulumi.Output<TrafficPolicyModule | undefined>;
  /**
   * Whether to take over the object that has the same `hostports`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** Modules that are set on the server but were never declared in the program, sorted by input name. */
  readonly unmanagedModules: pulumi.Output<string[]>;
}

/**
 * An edge that accepts TLS connections for its hostports. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * API reference, section "TLS edge".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TlsEdge = dynamicClass<FreeClass<TlsEdge, TlsEdgeArgs>>(FACTS.TlsEdge);

/** Inputs of TlsEdge. */
export interface TlsEdgeArgs extends AdoptionArgs {
  /** What the edge is for. Removing it empties it on the service. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. The order has no meaning. Default: `[]`. */
  hostports?: pulumi.Input<pulumi.Input<string>[]>;
  /** Backend module: where traffic goes. */
  backend?: ObjectInput<BackendModuleArgs>;
  /** IP restriction module: from which source addresses traffic is accepted. */
  ipRestriction?: ObjectInput<IpRestrictionModuleArgs>;
  /** Mutual TLS module: clients must present a certificate of one of these authorities. */
  mutualTls?: ObjectInput<MutualTlsModuleArgs>;
  /** TLS termination module: where TLS ends. */
  tlsTermination?: ObjectInput<TlsTerminationModuleArgs>;
  /** Traffic policy module: rules that act on traffic. */
  trafficPolicy?: ObjectInput<TrafficPolicyModuleArgs>;
  /**
   * Whether to take over the object that has the same `hostports`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
}
