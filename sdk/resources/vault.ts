// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Adoption, AdoptionArgs, Stamps } from "./types";

export interface Vault extends EdgeResource, Adoption, Stamps {
  /**
   * Name of the vault, by which traffic policies refer to it. A policy that names it by `secretRef` follows
   * another name one request later; until then, it names what is gone.
   */
  readonly name: pulumi.Output<string>;
  /** What the vault is for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Whether to take over the object that has the same `name`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** When the vault was changed last. A time in RFC 3339 format. */
  readonly updatedAt: pulumi.Output<string>;
  /** Id of who created it. */
  readonly createdBy: pulumi.Output<string>;
  /** Id of who changed it last. */
  readonly lastUpdatedBy: pulumi.Output<string>;
}

/**
 * A collection of Secrets, to which traffic policies refer by the names of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const Vault = dynamicClass<ResourceClass<Vault, VaultArgs>>(FACTS.Vault);

/** Inputs of Vault. */
export interface VaultArgs extends AdoptionArgs {
  /**
   * Name of the vault, by which traffic policies refer to it. A policy that names it by `secretRef` follows
   * another name one request later; until then, it names what is gone.
   */
  name: pulumi.Input<string>;
  /** What the vault is for. Removing it empties it on the service. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Whether to take over the object that has the same `name`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
}
