// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs } from "./types";

export interface TlsEdgeTlsTermination extends EdgeResource, Adoption {
  /** Id of the TlsEdge. */
  readonly edgeId: pulumi.Output<string>;
  /** Whether the module is applied to traffic. */
  readonly enabled: pulumi.Output<boolean>;
  /** Where TLS is terminated. */
  readonly terminateAt: pulumi.Output<"edge" | "upstream">;
  /** Lowest accepted TLS version. Must not be set when `terminateAt` is `upstream`. */
  readonly minVersion: pulumi.Output<string>;
}

/**
 * The TLS termination module of a TLS edge that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TlsEdgeTlsTermination =
  dynamicClass<ResourceClass<TlsEdgeTlsTermination, TlsEdgeTlsTerminationArgs>>("TlsEdgeTlsTermination");

/** Inputs of TlsEdgeTlsTermination. */
export interface TlsEdgeTlsTerminationArgs extends AdoptionArgs {
  /** Id of the TlsEdge. A change replaces the object. */
  edgeId: pulumi.Input<string>;
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Where TLS is terminated. Default: `"edge"`. */
  terminateAt?: pulumi.Input<"edge" | "upstream">;
  /**
   * Lowest accepted TLS version. Must not be set when `terminateAt` is `upstream`. If unset, the service
   * chooses a value.
   */
  minVersion?: pulumi.Input<string>;
}
