// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, Stamps } from "./types";

export interface FailoverBackend extends EdgeResource, Adoption, Stamps, Metadata {
  /** Ids of the child backends, in the order in which they are tried. */
  readonly backends: pulumi.Output<string[]>;
  /** What the backend is for. */
  readonly description: pulumi.Output<string>;
}

/**
 * A backend that sends traffic to the first available child backend.
 *
 * API reference, section "Failover backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const FailoverBackend =
  dynamicClass<ClassWithOptionalArgs<FailoverBackend, FailoverBackendArgs>>("FailoverBackend");

/** Inputs of FailoverBackend. */
export interface FailoverBackendArgs extends AdoptionArgs {
  /** Ids of the child backends, in the order in which they are tried. Default: `[]`. */
  backends?: pulumi.Input<pulumi.Input<string>[]>;
  /** What the backend is for. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Your own data, stored with the object; the service does not read it. Default: `""`. */
  metadata?: pulumi.Input<string>;
}
