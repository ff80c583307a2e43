// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { FreeClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Ref } from "./types";

export interface TunnelGroupBackend extends EdgeResource {
  /** Labels to watch for tunnels on. */
  readonly labels: pulumi.Output<Record<string, string>>;
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
  /** The tunnels that currently match. */
  readonly tunnels: pulumi.Output<Ref[]>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * A backend of all tunnels with its labels, whichever agent started them.
 *
 * API reference, section "Tunnel group backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TunnelGroupBackend = dynamicClass<FreeClass<TunnelGroupBackend, TunnelGroupBackendArgs>>(
  FACTS.TunnelGroupBackend,
);

/** Inputs of TunnelGroupBackend. */
export interface TunnelGroupBackendArgs {
  /** Labels to watch for tunnels on. Default: `{}`. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
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
