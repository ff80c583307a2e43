// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { FreeClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { Adoption, AdoptionArgs, Stamps } from "./types";

export interface Credential extends EdgeResource, Adoption, Stamps {
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
   * Token for the agent's configuration. Null on credentials that were adopted or looked up: the service
   * shows it once.
   */
  readonly token: pulumi.Output<string>;
}

/**
 * A token with which agents start tunnel sessions. The token is in the response to its creation only; the
 * state keeps it as a secret.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const Credential = dynamicClass<FreeClass<Credential, CredentialArgs>>(FACTS.Credential);

/** Inputs of Credential. */
export interface CredentialArgs extends AdoptionArgs {
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
}
