// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Ref } from "./types";

export interface TlsEdgeMutualTls extends EdgeResource, Adoption {
  /** Id of the TlsEdge. */
  readonly edgeId: pulumi.Output<string>;
  /** Whether the module is applied to traffic. */
  readonly enabled: pulumi.Output<boolean>;
  /** Ids of the CertificateAuthority objects used to verify client certificates. Order is ignored. */
  readonly certificateAuthorityIds: pulumi.Output<string[]>;
  /** The authorities used to verify client certificates. */
  readonly certificateAuthorities: pulumi.Output<Ref[]>;
}

/**
 * The mutual TLS module of a TLS edge that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TlsEdgeMutualTls =
  dynamicClass<ResourceClass<TlsEdgeMutualTls, TlsEdgeMutualTlsArgs>>("TlsEdgeMutualTls");

/** Inputs of TlsEdgeMutualTls. */
export interface TlsEdgeMutualTlsArgs extends AdoptionArgs {
  /** Id of the TlsEdge. A change replaces the object. */
  edgeId: pulumi.Input<string>;
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /**
   * Ids of the CertificateAuthority objects used to verify client certificates. Order is ignored. Default:
   * `[]`.
   */
  certificateAuthorityIds?: pulumi.Input<pulumi.Input<string>[]>;
}
