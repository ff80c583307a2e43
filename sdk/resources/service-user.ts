// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Stamps } from "./types";

export interface ServiceUser extends EdgeResource, Adoption, Stamps {
  /** Name of the service, unique in the account. */
  readonly name: pulumi.Output<string>;
  /** Whether the service user is active; its keys don't work while it is inactive. */
  readonly active: pulumi.Output<boolean>;
  /**
   * Whether to adopt an existing object with the same `name` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
}

/**
 * An account member for machines that owns API keys and credentials. Replaces bot users.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const ServiceUser = dynamicClass<ResourceClass<ServiceUser, ServiceUserArgs>>("ServiceUser");

/** Inputs of ServiceUser. */
export interface ServiceUserArgs extends AdoptionArgs {
  /** Name of the service, unique in the account. */
  name: pulumi.Input<string>;
  /** Whether the service user is active; its keys don't work while it is inactive. Default: `true`. */
  active?: pulumi.Input<boolean>;
  /**
   * Whether to adopt an existing object with the same `name` instead of creating one. Works like `adoptId`,
   * which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
