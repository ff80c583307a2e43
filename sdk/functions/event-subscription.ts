// Generated from provider/families by `npm run generate`; do not edit.
import type { EventSource } from "../resources/types";
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. Sends events of some types to EventDestinations, such as each change
 * of an IP policy.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface EventSubscriptionResult {
  /** Id of the object. */
  id: string;
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
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
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
export const getEventSubscription: Get<GetEventSubscriptionArgs, EventSubscriptionResult> = (args, opts) =>
  get("EventSubscription", args, opts);
/** Reads one object as soon as the keys are known. */
export const getEventSubscriptionOutput: GetOutput<GetEventSubscriptionArgs, EventSubscriptionResult> = (
  args,
  opts,
) => getOutput("EventSubscription", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listEventSubscriptions: List<EventSubscriptionResult, ListOptions> = (opts) =>
  list("EventSubscription", {}, opts);
/** Reads all objects of the collection as an output. */
export const listEventSubscriptionsOutput: ListOutput<EventSubscriptionResult, ListOutputOptions> = (opts) =>
  listOutput("EventSubscription", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachEventSubscription: Each<EventSubscriptionResult, ListOptions> = (opts) =>
  each("EventSubscription", {}, opts);
