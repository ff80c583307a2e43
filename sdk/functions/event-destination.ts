// Generated from provider/families by `npm run generate`; do not edit.
import type { EventTarget, ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getEventDestination`. A log service that the account's events are sent to. Nothing is sent
 * until an EventSubscription names the destination.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface EventDestinationResult extends ObjectResult {
  /** Destination of the events: exactly one service. */
  target: EventTarget;
  /** Format of the events. */
  format: "json" | "JSON";
  /** What the destination is for. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
}

/** Arguments of `getEventDestination`: `id`, or `description`, or `metadata`. */
export type GetEventDestinationArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the destination is for. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getEventDestination: lookup.Get<GetEventDestinationArgs, EventDestinationResult> = (
  args,
  opts,
) => lookup.get("EventDestination", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getEventDestinationOutput: lookup.GetOutput<GetEventDestinationArgs, EventDestinationResult> = (
  args,
  opts,
) => lookup.getOutput("EventDestination", args, opts);
/** Reads all objects immediately, including during previews. */
export const listEventDestinations: lookup.List<EventDestinationResult, lookup.ListOptions> = (opts) =>
  lookup.list("EventDestination", {}, opts);
/** Reads all objects, as an output. */
export const listEventDestinationsOutput: lookup.ListOutput<
  EventDestinationResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("EventDestination", {}, opts);
/** Reads all objects page by page. */
export const eachEventDestination: lookup.Each<EventDestinationResult, lookup.ListOptions> = (opts) =>
  lookup.each("EventDestination", {}, opts);
