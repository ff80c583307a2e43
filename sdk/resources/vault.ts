// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

export interface Vault extends EdgeResource {
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
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether to take over the object that has the same `name`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  readonly createdAt: pulumi.Output<string>;
  /** When the vault was changed last. A time in RFC 3339 format. */
  readonly updatedAt: pulumi.Output<string>;
  /** Id of who created it. */
  readonly createdBy: pulumi.Output<string>;
  /** Id of who changed it last. */
  readonly lastUpdatedBy: pulumi.Output<string>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * A collection of Secrets, to which traffic policies refer by the names of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const Vault = dynamicClass<ResourceClass<Vault, VaultArgs>>(FACTS.Vault);

/** Inputs of Vault. */
export interface VaultArgs {
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
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Whether to take over the object that has the same `name`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
