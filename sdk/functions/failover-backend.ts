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
 * What the service says of one object. A backend that sends traffic to the first of its child backends that
 * is available.
 *
 * API reference, section "Failover backend".
 */
export interface FailoverBackendResult {
  /** Id of the object. */
  id: string;
  /** Ids of the child backends, in the order in which they are tried. */
  backends: string[];
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

/** By what `getFailoverBackend` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetFailoverBackendArgs =
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
 * or use `getFailoverBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getFailoverBackend(
  args: GetFailoverBackendArgs,
  opts?: LookupOptions,
): Promise<FailoverBackendResult> {
  return get<FailoverBackendResult>("FailoverBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getFailoverBackendOutput(
  args: InputsOf<GetFailoverBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<FailoverBackendResult> {
  return getOutput<FailoverBackendResult>("FailoverBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachFailoverBackend`.
 */
export function listFailoverBackends(opts?: LookupOptions): Promise<FailoverBackendResult[]> {
  return list<FailoverBackendResult>("FailoverBackend", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listFailoverBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<FailoverBackendResult[]> {
  return listOutput<FailoverBackendResult>("FailoverBackend", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachFailoverBackend(opts?: LookupOptions): AsyncGenerator<FailoverBackendResult, void> {
  return each<FailoverBackendResult>("FailoverBackend", {}, opts);
}
