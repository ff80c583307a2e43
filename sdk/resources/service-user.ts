// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

export interface ServiceUser extends EdgeResource {
  /** Name of the service, unique in the account. */
  readonly name: pulumi.Output<string>;
  /** Whether the service user is active; its keys don't work while it is inactive. */
  readonly active: pulumi.Output<boolean>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether to take over the object that has the same `name`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
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
 * An account member for machines, which owns API keys and credentials. Replaces bot users.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const ServiceUser = dynamicClass<ResourceClass<ServiceUser, ServiceUserArgs>>(FACTS.ServiceUser);

/** Inputs of ServiceUser. */
export interface ServiceUserArgs {
  /** Name of the service, unique in the account. */
  name: pulumi.Input<string>;
  /** Whether the service user is active; its keys don't work while it is inactive. Default: `true`. */
  active?: pulumi.Input<boolean>;
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
