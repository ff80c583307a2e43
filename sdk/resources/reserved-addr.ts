// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface ReservedAddr extends EdgeResource, Adoption, Stamps, Metadata {
  /** Datacenter of the address. */
  readonly region: pulumi.Output<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa">;
  /** What the address is used for. */
  readonly description: pulumi.Output<string>;
  /**
   * Whether to prevent deletion and replacement of the address, because someone else could take it once it
   * is free.
   */
  readonly releaseProtection: pulumi.Output<boolean>;
  /** The address as `hostname:port`. */
  readonly addr: pulumi.Output<string>;
}

/**
 * A TCP address (hostname and port) reserved for the account. The service assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export const ReservedAddr =
  dynamicClass<ClassWithOptionalArgs<ReservedAddr, ReservedAddrArgs>>("ReservedAddr");

/** Inputs of ReservedAddr. */
export interface ReservedAddrArgs extends AdoptionArgs, MetadataArgs {
  /** Datacenter of the address. Default: `"us"`. A change replaces the object. */
  region?: pulumi.Input<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa">;
  /** What the address is used for. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Whether to prevent deletion and replacement of the address, because someone else could take it once it
   * is free. Default: `false`.
   */
  releaseProtection?: pulumi.Input<boolean>;
}
