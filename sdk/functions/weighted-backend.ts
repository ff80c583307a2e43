// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 */
export interface WeightedBackendResult extends ObjectResult {
  /** Id of each child backend and its weight, 0 to 10000. */
  backends: Record<string, number>;
  /** What the backend is for. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
}

/** The keys of `getWeightedBackend`: `id`, or `description`, or `metadata`. */
export type GetWeightedBackendArgs = OneOf<
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
export const getWeightedBackend: lookup.Get<GetWeightedBackendArgs, WeightedBackendResult> = (args, opts) =>
  lookup.get("WeightedBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getWeightedBackendOutput: lookup.GetOutput<GetWeightedBackendArgs, WeightedBackendResult> = (
  args,
  opts,
) => lookup.getOutput("WeightedBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listWeightedBackends: lookup.List<WeightedBackendResult> = (opts) =>
  lookup.list("WeightedBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listWeightedBackendsOutput: lookup.ListOutput<WeightedBackendResult> = (opts) =>
  lookup.listOutput("WeightedBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachWeightedBackend: lookup.Each<WeightedBackendResult> = (opts) =>
  lookup.each("WeightedBackend", {}, opts);
