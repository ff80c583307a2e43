// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { FreeClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

export interface Credential extends EdgeResource {
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
  /**
   * Token for the agent's configuration. Null on credentials that were adopted or looked up: the service
   * shows it once.
   */
  readonly token: pulumi.Output<string>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * A token with which agents start tunnel sessions. The token is in the response to its creation only; the
 * state keeps it as a secret.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const Credential = dynamicClass<FreeClass<Credential, CredentialArgs>>(FACTS.Credential);

/** Inputs of Credential. */
export interface CredentialArgs {
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
