// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface Credential extends EdgeResource, Adoption, Stamps, Metadata {
  /**
   * What sessions that use the credential may bind, such as `bind:app.example.com`. If empty, anything.
   * Order is ignored.
   */
  readonly acl: pulumi.Output<string[]>;
  /**
   * Id of the user, ServiceUser, or BotUser that owns the credential, or the e-mail address or SCIM id of a
   * user; by default the owner of the token that creates it.
   */
  readonly ownerId: pulumi.Output<string>;
  /** Who or what uses the credential. */
  readonly description: pulumi.Output<string>;
  /**
   * Token for the agent's configuration. Null on credentials that were adopted or looked up: the service
   * shows it once.
   */
  readonly token: pulumi.Output<string>;
}

/**
 * A token that agents use to start tunnel sessions. The service returns it only at creation; the state keeps
 * it as a secret.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const Credential = dynamicClass<ClassWithOptionalArgs<Credential, CredentialArgs>>("Credential");

/** Inputs of Credential. */
export interface CredentialArgs extends AdoptionArgs, MetadataArgs {
  /**
   * What sessions that use the credential may bind, such as `bind:app.example.com`. If empty, anything.
   * Order is ignored. Default: `[]`.
   */
  acl?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Id of the user, ServiceUser, or BotUser that owns the credential, or the e-mail address or SCIM id of a
   * user; by default the owner of the token that creates it. If unset, the service chooses a value. A change
   * replaces the object.
   */
  ownerId?: pulumi.Input<string>;
  /** Who or what uses the credential. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
}
