// Generated from provider/families by `npm run generate`; do not edit.
import type { EventSource, MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getEventSubscription`. Sends events of the given types, such as changes to IP policies, to
 * EventDestinations.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface EventSubscriptionResult extends ObjectResult, MetadataResult {
  /** Types of events to send. Order is ignored. */
  sources: EventSource[];
  /** Ids of the EventDestinations that the events are sent to. */
  destinationIds: string[];
  /** What the subscription is for. */
  description: string;
}

/** Arguments of `getEventSubscription`: `id`, or `description`, or `metadata`. */
export type GetEventSubscriptionArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getEventSubscription = get<GetEventSubscriptionArgs, EventSubscriptionResult>(
  "EventSubscription",
);
/** Reads one object as soon as the arguments are known. */
export const getEventSubscriptionOutput = getOutput<GetEventSubscriptionArgs, EventSubscriptionResult>(
  "EventSubscription",
);
/** Reads all objects immediately, including during previews. */
export const listEventSubscriptions = list<EventSubscriptionResult, ListOptions>("EventSubscription");
/** Reads all objects, as an output. */
export const listEventSubscriptionsOutput = listOutput<EventSubscriptionResult, ListOutputOptions>(
  "EventSubscription",
);
/** Reads all objects page by page. */
export const eachEventSubscription = each<EventSubscriptionResult, ListOptions>("EventSubscription");
