// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  EventTarget,
  EventTargetArgs,
  Metadata,
  MetadataArgs,
  ObjectInput,
  Stamps,
} from "./types";

export interface EventDestination extends EdgeResource, Adoption, Stamps, Metadata {
  /** Destination of the events: exactly one service. */
  readonly target: pulumi.Output<EventTarget>;
  /** Format of the events. */
  readonly format: pulumi.Output<"json" | "JSON">;
  /** What the destination is for. */
  readonly description: pulumi.Output<string>;
}

/**
 * A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the
 * destination.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const EventDestination =
  dynamicClass<ResourceClass<EventDestination, EventDestinationArgs>>("EventDestination");

/** Inputs of EventDestination. */
export interface EventDestinationArgs extends AdoptionArgs, MetadataArgs {
  /** Destination of the events: exactly one service. A different kind replaces the object. */
  target: ObjectInput<EventTargetArgs>;
  /** Format of the events. Default: `"json"`. */
  format?: pulumi.Input<"json" | "JSON">;
  /** What the destination is for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
}
