// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, Ref, Stamps } from "./types";

export interface TunnelGroupBackend extends EdgeResource, Adoption, Stamps, Metadata {
  /** Labels that a tunnel must have to be part of the backend. */
  readonly labels: pulumi.Output<Record<string, string>>;
  /** What the backend is for. */
  readonly description: pulumi.Output<string>;
  /** The tunnels that currently match. */
  readonly tunnels: pulumi.Output<Ref[]>;
}

/**
 * A backend that balances over all tunnels with matching labels, regardless of the agent.
 *
 * API reference, section "Tunnel group backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TunnelGroupBackend =
  dynamicClass<ClassWithOptionalArgs<TunnelGroupBackend, TunnelGroupBackendArgs>>("TunnelGroupBackend");

/** Inputs of TunnelGroupBackend. */
export interface TunnelGroupBackendArgs extends AdoptionArgs {
  /** Labels that a tunnel must have to be part of the backend. Default: `{}`. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** What the backend is for. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Your own data, stored with the object; the service does not read it. Default: `""`. */
  metadata?: pulumi.Input<string>;
}
