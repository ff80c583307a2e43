// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

/**
 * An account member for machines. It owns API keys, so that pipelines don't depend on a person's key.
 *
 * API reference, section "Bot user".
 *
 * @deprecated ngrok has deprecated bot users: use ServiceUser there. Keep this class for services without
 * service users.
 */
export class BotUser extends EdgeResource {
  /** Display name of the bot. */
  declare readonly name: pulumi.Output<string>;
  /** Whether the bot is active. */
  declare readonly active: pulumi.Output<boolean>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  declare readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  declare readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  declare readonly createdAt: pulumi.Output<string>;
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
  constructor(name: string, args: BotUserArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.BotUser, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): BotUser {
    return new BotUser(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is BotUser {
    return EdgeResource.isOfType(FACTS.BotUser.name, candidate);
  }
}

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
