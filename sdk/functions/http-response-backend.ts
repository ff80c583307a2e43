// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getHttpResponseBackend`. A backend that answers each request with a fixed response, such as a
 * maintenance page.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface HttpResponseBackendResult extends ObjectResult, MetadataResult {
  /** Body of the response. */
  body: string;
  /** Headers of the response, by name. */
  headers: Record<string, string>;
  /** Status of the response. */
  statusCode: number;
  /** What the backend is for. */
  description: string;
}

/** Arguments of `getHttpResponseBackend`: `id`, or `description`, or `metadata`. */
export type GetHttpResponseBackendArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getHttpResponseBackend = get<GetHttpResponseBackendArgs, HttpResponseBackendResult>(
  "HttpResponseBackend",
);
/** Reads one object as soon as the arguments are known. */
export const getHttpResponseBackendOutput = getOutput<GetHttpResponseBackendArgs, HttpResponseBackendResult>(
  "HttpResponseBackend",
);
/** Reads all objects immediately, including during previews. */
export const listHttpResponseBackends = list<HttpResponseBackendResult>("HttpResponseBackend");
/** Reads all objects, as an output. */
export const listHttpResponseBackendsOutput = listOutput<HttpResponseBackendResult>("HttpResponseBackend");
/** Reads all objects page by page. */
export const eachHttpResponseBackend = each<HttpResponseBackendResult>("HttpResponseBackend");
