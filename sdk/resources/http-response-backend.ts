// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, Stamps } from "./types";

export interface HttpResponseBackend extends EdgeResource, Adoption, Stamps, Metadata {
  /** Body of the response. */
  readonly body: pulumi.Output<string>;
  /** Headers of the response, by name. */
  readonly headers: pulumi.Output<Record<string, string>>;
  /** Status of the response. */
  readonly statusCode: pulumi.Output<number>;
  /** What the backend is for. */
  readonly description: pulumi.Output<string>;
}

/**
 * A backend that answers each request with a fixed response, such as a maintenance page.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpResponseBackend =
  dynamicClass<ClassWithOptionalArgs<HttpResponseBackend, HttpResponseBackendArgs>>("HttpResponseBackend");

/** Inputs of HttpResponseBackend. */
export interface HttpResponseBackendArgs extends AdoptionArgs {
  /** Body of the response. Default: `""`. */
  body?: pulumi.Input<string>;
  /** Headers of the response, by name. Default: `{}`. */
  headers?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Status of the response. From 100 to 599. Default: `200`. */
  statusCode?: pulumi.Input<number>;
  /** What the backend is for. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Your own data, stored with the object; the service does not read it. Default: `""`. */
  metadata?: pulumi.Input<string>;
}
