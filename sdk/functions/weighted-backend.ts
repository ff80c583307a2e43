// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOutput,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 */
export interface WeightedBackendResult {
  /** Id of the object. */
  id: string;
  /** Id of each child backend and its weight, 0 to 10000. */
  backends: Record<string, number>;
  /** What the backend is for. Removing it empties it on the service. */
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

/** The keys of `getWeightedBackend`: `id`, or `description`, or `metadata`. */
export type GetWeightedBackendArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the backend is for. Removing it empties it on the service. */
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
export const getWeightedBackend: Get<GetWeightedBackendArgs, WeightedBackendResult> = (args, opts) =>
  get("WeightedBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getWeightedBackendOutput: GetOutput<GetWeightedBackendArgs, WeightedBackendResult> = (
  args,
  opts,
) => getOutput("WeightedBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listWeightedBackends: List<WeightedBackendResult> = (opts) => list("WeightedBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listWeightedBackendsOutput: ListOutput<WeightedBackendResult> = (opts) =>
  listOutput("WeightedBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachWeightedBackend: Each<WeightedBackendResult> = (opts) => each("WeightedBackend", {}, opts);
