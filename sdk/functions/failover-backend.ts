// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getFailoverBackend`. A backend that sends traffic to the first available child backend.
 *
 * API reference, section "Failover backend".
 */
export interface FailoverBackendResult extends ObjectResult {
  /** Ids of the child backends, in the order in which they are tried. */
  backends: string[];
  /** What the backend is for. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
}

/** Arguments of `getFailoverBackend`: `id`, or `description`, or `metadata`. */
export type GetFailoverBackendArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the backend is for. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getFailoverBackend: lookup.Get<GetFailoverBackendArgs, FailoverBackendResult> = (args, opts) =>
  lookup.get("FailoverBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getFailoverBackendOutput: lookup.GetOutput<GetFailoverBackendArgs, FailoverBackendResult> = (
  args,
  opts,
) => lookup.getOutput("FailoverBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listFailoverBackends: lookup.List<FailoverBackendResult> = (opts) =>
  lookup.list("FailoverBackend", {}, opts);
/** Reads all objects, as an output. */
export const listFailoverBackendsOutput: lookup.ListOutput<FailoverBackendResult> = (opts) =>
  lookup.listOutput("FailoverBackend", {}, opts);
/** Reads all objects page by page. */
export const eachFailoverBackend: lookup.Each<FailoverBackendResult> = (opts) =>
  lookup.each("FailoverBackend", {}, opts);
