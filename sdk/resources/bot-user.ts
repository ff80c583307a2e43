// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Stamps } from "./types";

export interface BotUser extends EdgeResource, Adoption, Stamps {
  /** Display name of the bot. */
  readonly name: pulumi.Output<string>;
  /** Whether the bot is active. */
  readonly active: pulumi.Output<boolean>;
}

/**
 * An account member for machines. It owns API keys, so that pipelines don't depend on a person's key.
 *
 * API reference, section "Bot user".
 *
 * @deprecated ngrok has deprecated bot users; with ngrok, use ServiceUser instead. This class is for
 * services without service users.
 */
export const BotUser = dynamicClass<ResourceClass<BotUser, BotUserArgs>>("BotUser");

/** Inputs of BotUser. */
export interface BotUserArgs extends AdoptionArgs {
  /** Display name of the bot. */
  name: pulumi.Input<string>;
  /** Whether the bot is active. Default: `true`. */
  active?: pulumi.Input<boolean>;
}
