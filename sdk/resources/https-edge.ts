// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { FreeClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type {
  Adoption,
  AdoptionArgs,
  MutualTlsModule,
  MutualTlsModuleArgs,
  ObjectInput,
  Route,
  Stamps,
  TlsTerminationAtEdgeModule,
  TlsTerminationAtEdgeModuleArgs,
} from "./types";

export interface HttpsEdge extends EdgeResource, Adoption, Stamps {
  /** What the edge is for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. The order has no meaning. */
  readonly hostports: pulumi.Output<string[]>;
  /** Mutual TLS module: clients must present a certificate of one of these authorities. */
  readonly mutualTls: pulumi.Output<MutualTlsModule | undefined>;
  /** TLS termination module: which TLS versions are accepted. */
  readonly tlsTermination: pulumi.Output<TlsTerminationAtEdgeModule | undefined>;
  /**
   * Whether to take over the object that has the same `hostports`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /**
   * The routes of the edge, without their modules: those, which may hold secrets, are read with
   * `getHttpsEdgeRoute`.
   */
  readonly routes: pulumi.Output<Route[]>;
  /** Modules that are set on the server but were never declared in the program, sorted by input name. */
  readonly unmanagedModules: pulumi.Output<string[]>;
}

/**
 * An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute objects handle them. Deleting
 * the edge deletes its routes.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpsEdge = dynamicClass<FreeClass<HttpsEdge, HttpsEdgeArgs>>(FACTS.HttpsEdge);

/** Inputs of HttpsEdge. */
export interface HttpsEdgeArgs extends AdoptionArgs {
  /** What the edge is for. Removing it empties it on the service. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /** Hostports that the edge serves, such as `app.example.com:443`. The order has no meaning. Default: `[]`. */
  hostports?: pulumi.Input<pulumi.Input<string>[]>;
  /** Mutual TLS module: clients must present a certificate of one of these authorities. */
  mutualTls?: ObjectInput<MutualTlsModuleArgs>;
  /** TLS termination module: which TLS versions are accepted. */
  tlsTermination?: ObjectInput<TlsTerminationAtEdgeModuleArgs>;
  /**
   * Whether to take over the object that has the same `hostports`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
}
