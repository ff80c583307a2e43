// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

export interface BotUser extends EdgeResource {
  /** Display name of the bot. */
  readonly name: pulumi.Output<string>;
  /** Whether the bot is active. */
  readonly active: pulumi.Output<boolean>;
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
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * An account member for machines. It owns API keys, so that pipelines don't depend on a person's key.
 *
 * API reference, section "Bot user".
 *
 * @deprecated ngrok has deprecated bot users: use ServiceUser there. Keep this class for services without
 * service users.
 */
export const BotUser = dynamicClass<ResourceClass<BotUser, BotUserArgs>>(FACTS.BotUser);

/** Inputs of BotUser. */
export interface BotUserArgs {
  /** Display name of the bot. */
  name: pulumi.Input<string>;
  /** Whether the bot is active. Default: `true`. */
  active?: pulumi.Input<boolean>;
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
