// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { EventTarget, EventTargetArgs, ObjectInput } from "./types";

export interface EventDestination extends EdgeResource {
  /** Where the events go: exactly one of the services. */
  readonly target: pulumi.Output<EventTarget>;
  /** Format of the events. */
  readonly format: pulumi.Output<"json" | "JSON">;
  /** What the destination is for. Removing it empties it on the service. */
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
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the
 * destination.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const EventDestination = dynamicClass<ResourceClass<EventDestination, EventDestinationArgs>>(
  FACTS.EventDestination,
);

/** Inputs of EventDestination. */
export interface EventDestinationArgs {
  /** Where the events go: exactly one of the services. Another kind replaces the object. */
  target: ObjectInput<EventTargetArgs>;
  /** Format of the events. Default: `"json"`. */
  format?: pulumi.Input<"json" | "JSON">;
  /**
   * What the destination is for. Removing it empties it on the service. At most 255 bytes of UTF-8. Default:
   * `""`.
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
