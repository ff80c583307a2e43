// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  Metadata,
  ObjectInput,
  Stamps,
  StaticBackendTlsModule,
  StaticBackendTlsModuleArgs,
} from "./types";

export interface StaticBackend extends EdgeResource, Adoption, Stamps, Metadata {
  /** The address, such as `origin.example.com:443`. */
  readonly address: pulumi.Output<string>;
  /** TLS between the service and the address. */
  readonly tls: pulumi.Output<StaticBackendTlsModule>;
  /** What the backend is for. */
  readonly description: pulumi.Output<string>;
}

/**
 * A backend that sends traffic to a fixed address on the internet, without an agent.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const StaticBackend = dynamicClass<ResourceClass<StaticBackend, StaticBackendArgs>>("StaticBackend");

/** Inputs of StaticBackend. */
export interface StaticBackendArgs extends AdoptionArgs {
  /** The address, such as `origin.example.com:443`. */
  address: pulumi.Input<string>;
  /** TLS between the service and the address. Default: `{"enabled":false}`. */
  tls?: ObjectInput<StaticBackendTlsModuleArgs>;
  /** What the backend is for. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Your own data, stored with the object; the service does not read it. Default: `""`. */
  metadata?: pulumi.Input<string>;
}
