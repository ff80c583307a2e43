// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface SshCredential extends EdgeResource, Adoption, Stamps, Metadata {
  /** Public key in OpenSSH's authorized_keys format. The key's comment is ignored. */
  readonly publicKey: pulumi.Output<string>;
  /**
   * What sessions that use the credential may bind, such as `bind:app.example.com`. If empty, anything.
   * Order is ignored.
   */
  readonly acl: pulumi.Output<string[]>;
  /**
   * Id of the user, ServiceUser, or BotUser that owns the credential; by default the owner of the token that
   * creates it.
   */
  readonly ownerId: pulumi.Output<string>;
  /** Who or what uses the credential. */
  readonly description: pulumi.Output<string>;
  /**
   * Whether to adopt an existing object with the same `publicKey` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
}

/**
 * A public key that SSH clients use to start tunnel sessions.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const SshCredential = dynamicClass<ResourceClass<SshCredential, SshCredentialArgs>>("SshCredential");

/** Inputs of SshCredential. */
export interface SshCredentialArgs extends AdoptionArgs, MetadataArgs {
  /**
   * Public key in OpenSSH's authorized_keys format. The key's comment is ignored. A change replaces the
   * object.
   */
  publicKey: pulumi.Input<string>;
  /**
   * What sessions that use the credential may bind, such as `bind:app.example.com`. If empty, anything.
   * Order is ignored. Default: `[]`.
   */
  acl?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Id of the user, ServiceUser, or BotUser that owns the credential; by default the owner of the token that
   * creates it. If unset, the service chooses a value. A change replaces the object.
   */
  ownerId?: pulumi.Input<string>;
  /** Who or what uses the credential. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Whether to adopt an existing object with the same `publicKey` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
