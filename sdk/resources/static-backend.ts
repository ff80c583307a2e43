// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { ObjectInput, StaticBackendTlsModule, StaticBackendTlsModuleArgs } from "./types";

export interface StaticBackend extends EdgeResource {
  /** The address, such as `origin.example.com:443`. */
  readonly address: pulumi.Output<string>;
  /** TLS between the service and the address. */
  readonly tls: pulumi.Output<StaticBackendTlsModule>;
  /** What the backend is for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  readonly createdAt: pulumi.Output<string>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * A backend that sends traffic to a fixed address on the internet, without an agent.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const StaticBackend = dynamicClass<ResourceClass<StaticBackend, StaticBackendArgs>>(
  FACTS.StaticBackend,
);

/** Inputs of StaticBackend. */
export interface StaticBackendArgs {
  /** The address, such as `origin.example.com:443`. */
  address: pulumi.Input<string>;
  /** TLS between the service and the address. Default: `{"enabled":false}`. */
  tls?: ObjectInput<StaticBackendTlsModuleArgs>;
  /** What the backend is for. Removing it empties it on the service. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
