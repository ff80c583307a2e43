// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, Ref, Stamps } from "./types";

export interface Secret extends EdgeResource, Adoption, Stamps, Metadata {
  /** Id of the Vault; `getVault({ name })` finds one that another program manages. */
  readonly vaultId: pulumi.Output<string>;
  /**
   * Name of the Vault, instead of `vaultId`. Replacing the id with the name of the same vault changes
   * nothing. Any other name replaces the secret, even if it is the new name of the same vault. In 2025, the
   * service didn't return it.
   */
  readonly vaultName: pulumi.Output<string | undefined>;
  /**
   * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
   * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
   */
  readonly name: pulumi.Output<string>;
  /**
   * Value of the secret. It is sent when the secret is created and when the program changes it; after an
   * import or adoption, the first value is assumed to be the current one and isn't sent. The service never
   * returns it, so drift of the value is not detected. The state contains only a salted hash of it, which is
   * also what programs read.
   */
  readonly value: pulumi.Output<string | undefined>;
  /** What the secret is for. */
  readonly description: pulumi.Output<string>;
  /**
   * Whether to adopt an existing object with the same `vaultId` and `name` instead of creating one. Works
   * like `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** When the secret was last changed, by anyone. A time in RFC 3339 format. */
  readonly updatedAt: pulumi.Output<string>;
  /** The vault that the secret is in. */
  readonly vault: pulumi.Output<Ref>;
  /** Who created it. */
  readonly createdBy: pulumi.Output<Ref>;
  /** Who last changed it. */
  readonly lastUpdatedBy: pulumi.Output<Ref>;
}

/**
 * A secret in a Vault. Traffic policies use its value without containing it: see `secretRef`. The service
 * never returns the value.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const Secret = dynamicClass<ResourceClass<Secret, SecretArgs>>("Secret");

/** Inputs of Secret. */
export interface SecretArgs extends AdoptionArgs {
  /**
   * Id of the Vault; `getVault({ name })` finds one that another program manages. A change replaces the
   * object.
   */
  vaultId?: pulumi.Input<string>;
  /**
   * Name of the Vault, instead of `vaultId`. Replacing the id with the name of the same vault changes
   * nothing. Any other name replaces the secret, even if it is the new name of the same vault. In 2025, the
   * service didn't return it. A change replaces the object.
   */
  vaultName?: pulumi.Input<string>;
  /**
   * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
   * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
   */
  name: pulumi.Input<string>;
  /**
   * Value of the secret. It is sent when the secret is created and when the program changes it; after an
   * import or adoption, the first value is assumed to be the current one and isn't sent. The service never
   * returns it, so drift of the value is not detected. The state contains only a salted hash of it, which is
   * also what programs read.
   */
  value: pulumi.Input<string>;
  /** What the secret is for. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Your own data, stored with the object; the service does not read it. Default: `""`. */
  metadata?: pulumi.Input<string>;
  /**
   * Whether to adopt an existing object with the same `vaultId` and `name` instead of creating one. Works
   * like `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
