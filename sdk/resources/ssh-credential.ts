// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Adoption, AdoptionArgs, Stamps } from "./types";

export interface SshCredential extends EdgeResource, Adoption, Stamps {
  /** Public key in OpenSSH's authorized_keys format. Its comment has no meaning. */
  readonly publicKey: pulumi.Output<string>;
  /**
   * What sessions of the credential may bind, such as `bind:app.example.com`; everything when empty. The
   * order has no meaning.
   */
  readonly acl: pulumi.Output<string[]>;
  /** Id of the user, ServiceUser or BotUser that owns the credential; by default the one who creates it. */
  readonly ownerId: pulumi.Output<string>;
  /** Who or what uses the credential. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Whether to take over the object that has the same `publicKey`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
}

/**
 * A public key with which SSH clients may start tunnel sessions.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const SshCredential = dynamicClass<ResourceClass<SshCredential, SshCredentialArgs>>(
  FACTS.SshCredential,
);

/** Inputs of SshCredential. */
export interface SshCredentialArgs extends AdoptionArgs {
  /**
   * Public key in OpenSSH's authorized_keys format. Its comment has no meaning. A change replaces the
   * object.
   */
  publicKey: pulumi.Input<string>;
  /**
   * What sessions of the credential may bind, such as `bind:app.example.com`; everything when empty. The
   * order has no meaning. Default: `[]`.
   */
  acl?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Id of the user, ServiceUser or BotUser that owns the credential; by default the one who creates it. If
   * unset, the service chooses a value. A change replaces the object.
   */
  ownerId?: pulumi.Input<string>;
  /**
   * Who or what uses the credential. Removing it empties it on the service. At most 255 bytes of UTF-8.
   * Default: `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Whether to take over the object that has the same `publicKey`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
}
