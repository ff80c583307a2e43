// Generated from provider/families by `npm run generate`; do not edit.
import type { EventSource, ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. Sends events of some types to EventDestinations, such as each change
 * of an IP policy.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface EventSubscriptionResult extends ObjectResult {
  /** Types of the events that are sent. The order has no meaning. */
  sources: EventSource[];
  /** Ids of the EventDestinations that the events are sent to. */
  destinationIds: string[];
  /** What the subscription is for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
}

/** The keys of `getEventSubscription`: `id`, or `description`, or `metadata`. */
export type GetEventSubscriptionArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the subscription is for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getEventSubscription: lookup.Get<GetEventSubscriptionArgs, EventSubscriptionResult> = (
  args,
  opts,
) => lookup.get("EventSubscription", args, opts);
/** Reads one object as soon as the keys are known. */
export const getEventSubscriptionOutput: lookup.GetOutput<
  GetEventSubscriptionArgs,
  EventSubscriptionResult
> = (args, opts) => lookup.getOutput("EventSubscription", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listEventSubscriptions: lookup.List<EventSubscriptionResult, lookup.ListOptions> = (opts) =>
  lookup.list("EventSubscription", {}, opts);
/** Reads all objects of the collection as an output. */
export const listEventSubscriptionsOutput: lookup.ListOutput<
  EventSubscriptionResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("EventSubscription", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachEventSubscription: lookup.Each<EventSubscriptionResult, lookup.ListOptions> = (opts) =>
  lookup.each("EventSubscription", {}, opts);
