// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { FreeClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { EventSource, EventSourceArgs, ObjectInput } from "./types";

export interface EventSubscription extends EdgeResource {
  /** Types of the events that are sent. The order has no meaning. */
  readonly sources: pulumi.Output<EventSource[]>;
  /** Ids of the EventDestinations that the events are sent to. */
  readonly destinationIds: pulumi.Output<string[]>;
  /** What the subscription is for. Removing it empties it on the service. */
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
 * Sends events of some types to EventDestinations, such as each change of an IP policy.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const EventSubscription = dynamicClass<FreeClass<EventSubscription, EventSubscriptionArgs>>(
  FACTS.EventSubscription,
);

/** Inputs of EventSubscription. */
export interface EventSubscriptionArgs {
  /** Types of the events that are sent. The order has no meaning. Default: `[]`. */
  sources?: pulumi.Input<ObjectInput<EventSourceArgs>[]>;
  /** Ids of the EventDestinations that the events are sent to. Default: `[]`. */
  destinationIds?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * What the subscription is for. Removing it empties it on the service. At most 255 characters. Default:
   * `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 characters. Default: `""`.
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
