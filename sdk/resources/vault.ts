// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, Stamps } from "./types";

export interface Vault extends EdgeResource, Adoption, Stamps, Metadata {
  /**
   * Name of the vault, by which traffic policies refer to it. When the name changes, a policy that uses
   * `secretRef` is updated one request later; until then it refers to a vault that no longer exists.
   */
  readonly name: pulumi.Output<string>;
  /** What the vault is for. */
  readonly description: pulumi.Output<string>;
  /**
   * Whether to adopt an existing object with the same `name` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** When the vault was last changed. A time in RFC 3339 format. */
  readonly updatedAt: pulumi.Output<string>;
  /** Id of its creator. */
  readonly createdBy: pulumi.Output<string>;
  /** Id of the member who last changed it. */
  readonly lastUpdatedBy: pulumi.Output<string>;
}

/**
 * A collection of Secrets. Traffic policies refer to a secret by its name and the vault's name.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const Vault = dynamicClass<ResourceClass<Vault, VaultArgs>>("Vault");

/** Inputs of Vault. */
export interface VaultArgs extends AdoptionArgs {
  /**
   * Name of the vault, by which traffic policies refer to it. When the name changes, a policy that uses
   * `secretRef` is updated one request later; until then it refers to a vault that no longer exists.
   */
  name: pulumi.Input<string>;
  /** What the vault is for. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Your own data, stored with the object; the service does not read it. Default: `""`. */
  metadata?: pulumi.Input<string>;
  /**
   * Whether to adopt an existing object with the same `name` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
