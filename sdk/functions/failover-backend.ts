// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A backend that sends traffic to the first available child backend.
 *
 * API reference, section "Failover backend".
 */
export interface FailoverBackendResult extends ObjectResult {
  /** Ids of the child backends, in the order in which they are tried. */
  backends: string[];
  /** What the backend is for. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
}

/** The keys of `getFailoverBackend`: `id`, or `description`, or `metadata`. */
export type GetFailoverBackendArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the backend is for. If removed, the service clears it. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getFailoverBackend: lookup.Get<GetFailoverBackendArgs, FailoverBackendResult> = (args, opts) =>
  lookup.get("FailoverBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getFailoverBackendOutput: lookup.GetOutput<GetFailoverBackendArgs, FailoverBackendResult> = (
  args,
  opts,
) => lookup.getOutput("FailoverBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listFailoverBackends: lookup.List<FailoverBackendResult> = (opts) =>
  lookup.list("FailoverBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listFailoverBackendsOutput: lookup.ListOutput<FailoverBackendResult> = (opts) =>
  lookup.listOutput("FailoverBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachFailoverBackend: lookup.Each<FailoverBackendResult> = (opts) =>
  lookup.each("FailoverBackend", {}, opts);
