// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

/**
 * A collection of Secrets, to which traffic policies refer by the names of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class Vault extends EdgeResource {
  /**
   * Name of the vault, by which traffic policies refer to it. A policy that names it by `secretRef` follows
   * another name one request later; until then, it names what is gone.
   */
  declare readonly name: pulumi.Output<string>;
  /** What the vault is for. Removing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether to take over the object that has the same `name`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  declare readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  declare readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  declare readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  declare readonly createdAt: pulumi.Output<string>;
  /** When the vault was changed last. A time in RFC 3339 format. */
  declare readonly updatedAt: pulumi.Output<string>;
  /** Id of who created it. */
  declare readonly createdBy: pulumi.Output<string>;
  /** Id of who changed it last. */
  declare readonly lastUpdatedBy: pulumi.Output<string>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  declare readonly adopted: pulumi.Output<boolean | null>;

  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: VaultArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.Vault, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Vault {
    return new Vault(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is Vault {
    return EdgeResource.isOfType(FACTS.Vault.name, candidate);
  }
}

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
