// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { EventSource } from "../resources/types";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. Sends events of some types to EventDestinations, such as each change
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

/** By what `getEventSubscription` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetEventSubscriptionArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the subscription is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getEventSubscriptionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getEventSubscription(
  args: GetEventSubscriptionArgs,
  opts?: LookupOptions,
): Promise<EventSubscriptionResult> {
  return get<EventSubscriptionResult>("EventSubscription", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getEventSubscriptionOutput(
  args: InputsOf<GetEventSubscriptionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<EventSubscriptionResult> {
  return getOutput<EventSubscriptionResult>("EventSubscription", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachEventSubscription`.
 */
export function listEventSubscriptions(opts?: ListOptions): Promise<EventSubscriptionResult[]> {
  return list<EventSubscriptionResult>("EventSubscription", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listEventSubscriptionsOutput(
  opts?: ListOutputOptions,
): pulumi.Output<EventSubscriptionResult[]> {
  return listOutput<EventSubscriptionResult>("EventSubscription", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachEventSubscription(opts?: ListOptions): AsyncGenerator<EventSubscriptionResult, void> {
  return each<EventSubscriptionResult>("EventSubscription", {}, opts);
}
