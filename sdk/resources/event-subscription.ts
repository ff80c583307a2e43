// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  EventSource,
  EventSourceArgs,
  Metadata,
  ObjectInput,
  Stamps,
} from "./types";

export interface EventSubscription extends EdgeResource, Adoption, Stamps, Metadata {
  /** Types of events to send. Order is ignored. */
  readonly sources: pulumi.Output<EventSource[]>;
  /** Ids of the EventDestinations that the events are sent to. */
  readonly destinationIds: pulumi.Output<string[]>;
  /** What the subscription is for. */
  readonly description: pulumi.Output<string>;
}

/**
 * Sends events of the given types, such as changes to IP policies, to EventDestinations.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const EventSubscription =
  dynamicClass<ClassWithOptionalArgs<EventSubscription, EventSubscriptionArgs>>("EventSubscription");

/** Inputs of EventSubscription. */
export interface EventSubscriptionArgs extends AdoptionArgs {
  /** Types of events to send. Order is ignored. Default: `[]`. */
  sources?: pulumi.Input<ObjectInput<EventSourceArgs>[]>;
  /** Ids of the EventDestinations that the events are sent to. Default: `[]`. */
  destinationIds?: pulumi.Input<pulumi.Input<string>[]>;
  /** What the subscription is for. At most 255 characters. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. At most 4096 characters. Default:
   * `""`.
   */
  metadata?: pulumi.Input<string>;
}
