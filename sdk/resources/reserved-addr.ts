// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { FreeClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

export interface ReservedAddr extends EdgeResource {
  /** Datacenter in which the address is reserved. */
  readonly region: pulumi.Output<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa">;
  /** What the address is used for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Whether to prevent deletion and replacement of the address, since someone else could take it once it is
   * free.
   */
  readonly releaseProtection: pulumi.Output<boolean>;
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
  /** The address as `hostname:port`. */
  readonly addr: pulumi.Output<string>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * A TCP address, hostname and port, reserved for the account. The service assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export const ReservedAddr = dynamicClass<FreeClass<ReservedAddr, ReservedAddrArgs>>(FACTS.ReservedAddr);

/** Inputs of ReservedAddr. */
export interface ReservedAddrArgs {
  /** Datacenter in which the address is reserved. Default: `"us"`. A change replaces the object. */
  region?: pulumi.Input<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa">;
  /** What the address is used for. Removing it empties it on the service. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Whether to prevent deletion and replacement of the address, since someone else could take it once it is
   * free. Default: `false`.
   */
  releaseProtection?: pulumi.Input<boolean>;
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
