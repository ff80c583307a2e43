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
 * What the service says of one object. A backend that answers each request with a fixed response, such as a
 * page for maintenance.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface HttpResponseBackendResult {
  /** Id of the object. */
  id: string;
  /** Body of the response. */
  body: string;
  /** Headers of the response, by name. */
  headers: Record<string, string>;
  /** Status of the response. */
  statusCode: number;
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

/** By what `getHttpResponseBackend` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetHttpResponseBackendArgs =
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
 * or use `getHttpResponseBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getHttpResponseBackend(
  args: GetHttpResponseBackendArgs,
  opts?: LookupOptions,
): Promise<HttpResponseBackendResult> {
  return get<HttpResponseBackendResult>("HttpResponseBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpResponseBackendOutput(
  args: InputsOf<GetHttpResponseBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpResponseBackendResult> {
  return getOutput<HttpResponseBackendResult>("HttpResponseBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachHttpResponseBackend`.
 */
export function listHttpResponseBackends(opts?: LookupOptions): Promise<HttpResponseBackendResult[]> {
  return list<HttpResponseBackendResult>("HttpResponseBackend", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listHttpResponseBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<HttpResponseBackendResult[]> {
  return listOutput<HttpResponseBackendResult>("HttpResponseBackend", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachHttpResponseBackend(
  opts?: LookupOptions,
): AsyncGenerator<HttpResponseBackendResult, void> {
  return each<HttpResponseBackendResult>("HttpResponseBackend", {}, opts);
}
