// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { EventTarget } from "../resources/types";
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
 * What the service says of one object. A log service that the account's events are sent to. Nothing is sent
 * until an EventSubscription names the destination.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface EventDestinationResult {
  /** Id of the object. */
  id: string;
  /** Where the events go: exactly one of the services. */
  target: EventTarget;
  /** Format of the events. */
  format: "json" | "JSON";
  /** What the destination is for. Removing it empties it on the service. */
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

/** By what `getEventDestination` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetEventDestinationArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the destination is for. Removing it empties it on the service. */
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
 * or use `getEventDestinationOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getEventDestination(
  args: GetEventDestinationArgs,
  opts?: LookupOptions,
): Promise<EventDestinationResult> {
  return get<EventDestinationResult>("EventDestination", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getEventDestinationOutput(
  args: InputsOf<GetEventDestinationArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<EventDestinationResult> {
  return getOutput<EventDestinationResult>("EventDestination", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachEventDestination`.
 */
export function listEventDestinations(opts?: ListOptions): Promise<EventDestinationResult[]> {
  return list<EventDestinationResult>("EventDestination", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listEventDestinationsOutput(
  opts?: ListOutputOptions,
): pulumi.Output<EventDestinationResult[]> {
  return listOutput<EventDestinationResult>("EventDestination", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachEventDestination(opts?: ListOptions): AsyncGenerator<EventDestinationResult, void> {
  return each<EventDestinationResult>("EventDestination", {}, opts);
}
