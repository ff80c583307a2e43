// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getFailoverBackend`. A backend that sends traffic to the first available child backend.
 *
 * API reference, section "Failover backend".
 */
export interface FailoverBackendResult extends ObjectResult, MetadataResult {
  /** Ids of the child backends, in the order in which they are tried. */
  backends: string[];
  /** What the backend is for. */
  description: string;
}

/** Arguments of `getFailoverBackend`: `id`, or `description`, or `metadata`. */
export type GetFailoverBackendArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getFailoverBackend = get<GetFailoverBackendArgs, FailoverBackendResult>("FailoverBackend");
/** Reads one object as soon as the arguments are known. */
export const getFailoverBackendOutput = getOutput<GetFailoverBackendArgs, FailoverBackendResult>(
  "FailoverBackend",
);
/** Reads all objects immediately, including during previews. */
export const listFailoverBackends = list<FailoverBackendResult>("FailoverBackend");
/** Reads all objects, as an output. */
export const listFailoverBackendsOutput = listOutput<FailoverBackendResult>("FailoverBackend");
/** Reads all objects page by page. */
export const eachFailoverBackend = each<FailoverBackendResult>("FailoverBackend");
