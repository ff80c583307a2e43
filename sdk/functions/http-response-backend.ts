// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A backend that answers each request with a fixed response, such as a
 * maintenance page.
 *
 * Service only: available in the compatible service but not in the API reference (docs/assumptions.md).
 */
export interface HttpResponseBackendResult extends ObjectResult {
  /** Body of the response. */
  body: string;
  /** Headers of the response, by name. */
  headers: Record<string, string>;
  /** Status of the response. */
  statusCode: number;
  /** What the backend is for. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
}

/** The keys of `getHttpResponseBackend`: `id`, or `description`, or `metadata`. */
export type GetHttpResponseBackendArgs = OneOf<
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
export const getHttpResponseBackend: lookup.Get<GetHttpResponseBackendArgs, HttpResponseBackendResult> = (
  args,
  opts,
) => lookup.get("HttpResponseBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getHttpResponseBackendOutput: lookup.GetOutput<
  GetHttpResponseBackendArgs,
  HttpResponseBackendResult
> = (args, opts) => lookup.getOutput("HttpResponseBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listHttpResponseBackends: lookup.List<HttpResponseBackendResult> = (opts) =>
  lookup.list("HttpResponseBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listHttpResponseBackendsOutput: lookup.ListOutput<HttpResponseBackendResult> = (opts) =>
  lookup.listOutput("HttpResponseBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachHttpResponseBackend: lookup.Each<HttpResponseBackendResult> = (opts) =>
  lookup.each("HttpResponseBackend", {}, opts);
