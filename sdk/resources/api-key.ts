// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface ApiKey extends EdgeResource, Adoption, Stamps, Metadata {
  /** What uses the key to authenticate. */
  readonly description: pulumi.Output<string>;
  /**
   * Id of the user, ServiceUser, or BotUser that owns the key; by default the owner of the token that
   * creates it. Only admins may name another owner.
   */
  readonly ownerId: pulumi.Output<string>;
  /**
   * Bearer token for the Authorization header. Null on keys that were adopted or looked up: the service
   * shows it once.
   */
  readonly token: pulumi.Output<string>;
}

/**
 * A key for the management API. The service returns its token only at creation; the state keeps it as a
 * secret. The key that the provider itself uses can't be deleted.
 *
 * API reference, section "API key".
 */
export const ApiKey = dynamicClass<ClassWithOptionalArgs<ApiKey, ApiKeyArgs>>("ApiKey");

/** Inputs of ApiKey. */
export interface ApiKeyArgs extends AdoptionArgs, MetadataArgs {
  /** What uses the key to authenticate. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Id of the user, ServiceUser, or BotUser that owns the key; by default the owner of the token that
   * creates it. Only admins may name another owner. If unset, the service chooses a value. A change replaces
   * the object.
   */
  ownerId?: pulumi.Input<string>;
}
