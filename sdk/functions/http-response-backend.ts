// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getHttpResponseBackend`. A backend that answers each request with a fixed response, such as a
 * maintenance page.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface HttpResponseBackendResult extends ObjectResult {
  /** Body of the response. */
  body: string;
  /** Headers of the response, by name. */
  headers: Record<string, string>;
  /** Status of the response. */
  statusCode: number;
  /** What the backend is for. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
}

/** Arguments of `getHttpResponseBackend`: `id`, or `description`, or `metadata`. */
export type GetHttpResponseBackendArgs = OneOf<
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
export const getHttpResponseBackend: lookup.Get<GetHttpResponseBackendArgs, HttpResponseBackendResult> = (
  args,
  opts,
) => lookup.get("HttpResponseBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getHttpResponseBackendOutput: lookup.GetOutput<
  GetHttpResponseBackendArgs,
  HttpResponseBackendResult
> = (args, opts) => lookup.getOutput("HttpResponseBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listHttpResponseBackends: lookup.List<HttpResponseBackendResult> = (opts) =>
  lookup.list("HttpResponseBackend", {}, opts);
/** Reads all objects, as an output. */
export const listHttpResponseBackendsOutput: lookup.ListOutput<HttpResponseBackendResult> = (opts) =>
  lookup.listOutput("HttpResponseBackend", {}, opts);
/** Reads all objects page by page. */
export const eachHttpResponseBackend: lookup.Each<HttpResponseBackendResult> = (opts) =>
  lookup.each("HttpResponseBackend", {}, opts);
