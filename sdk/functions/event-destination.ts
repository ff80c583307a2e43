// Generated from provider/families by `npm run generate`; do not edit.
import type { EventTarget, MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getEventDestination`. A log service that the account's events are sent to. Nothing is sent
 * until an EventSubscription names the destination.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface EventDestinationResult extends ObjectResult, MetadataResult {
  /** Destination of the events: exactly one service. */
  target: EventTarget;
  /** Format of the events. */
  format: "json" | "JSON";
  /** What the destination is for. */
  description: string;
}

/** Arguments of `getEventDestination`: `id`, or `description`, or `metadata`. */
export type GetEventDestinationArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getEventDestination = get<GetEventDestinationArgs, EventDestinationResult>("EventDestination");
/** Reads one object as soon as the arguments are known. */
export const getEventDestinationOutput = getOutput<GetEventDestinationArgs, EventDestinationResult>(
  "EventDestination",
);
/** Reads all objects immediately, including during previews. */
export const listEventDestinations = list<EventDestinationResult, ListOptions>("EventDestination");
/** Reads all objects, as an output. */
export const listEventDestinationsOutput = listOutput<EventDestinationResult, ListOutputOptions>(
  "EventDestination",
);
/** Reads all objects page by page. */
export const eachEventDestination = each<EventDestinationResult, ListOptions>("EventDestination");
