// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

export interface TlsEdgeTlsTermination extends EdgeResource {
  /** Id of the TlsEdge. */
  readonly edgeId: pulumi.Output<string>;
  /** Whether the module is applied to traffic. */
  readonly enabled: pulumi.Output<boolean>;
  /** Where TLS ends. */
  readonly terminateAt: pulumi.Output<"edge" | "upstream">;
  /** Lowest TLS version that is accepted. Must not be set when `terminateAt` is `upstream`. */
  readonly minVersion: pulumi.Output<string>;
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
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * The TLS termination module of a TLS edge that is managed elsewhere. Its creation sets the module, whatever
 * was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TlsEdgeTlsTermination = dynamicClass<
  ResourceClass<TlsEdgeTlsTermination, TlsEdgeTlsTerminationArgs>
>(FACTS.TlsEdgeTlsTermination);

/** Inputs of TlsEdgeTlsTermination. */
export interface TlsEdgeTlsTerminationArgs {
  /** Id of the TlsEdge. A change replaces the object. */
  edgeId: pulumi.Input<string>;
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Where TLS ends. Default: `"edge"`. */
  terminateAt?: pulumi.Input<"edge" | "upstream">;
  /**
   * Lowest TLS version that is accepted. Must not be set when `terminateAt` is `upstream`. If unset, the
   * service chooses a value.
   */
  minVersion?: pulumi.Input<string>;
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
