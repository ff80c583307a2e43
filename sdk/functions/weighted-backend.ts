// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. A backend that distributes traffic among other backends by weight.
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

/** By what `getWeightedBackend` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetWeightedBackendArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the backend is for. Removing it empties it on the service. */
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
 * or use `getWeightedBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getWeightedBackend(
  args: GetWeightedBackendArgs,
  opts?: LookupOptions,
): Promise<WeightedBackendResult> {
  return get<WeightedBackendResult>("WeightedBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getWeightedBackendOutput(
  args: InputsOf<GetWeightedBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<WeightedBackendResult> {
  return getOutput<WeightedBackendResult>("WeightedBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachWeightedBackend`.
 */
export function listWeightedBackends(opts?: LookupOptions): Promise<WeightedBackendResult[]> {
  return list<WeightedBackendResult>("WeightedBackend", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listWeightedBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<WeightedBackendResult[]> {
  return listOutput<WeightedBackendResult>("WeightedBackend", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachWeightedBackend(opts?: LookupOptions): AsyncGenerator<WeightedBackendResult, void> {
  return each<WeightedBackendResult>("WeightedBackend", {}, opts);
}
