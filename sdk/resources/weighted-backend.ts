// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, Stamps } from "./types";

export interface WeightedBackend extends EdgeResource, Adoption, Stamps, Metadata {
  /** Id of each child backend and its weight, 0 to 10000. */
  readonly backends: pulumi.Output<Record<string, number>>;
  /** What the backend is for. */
  readonly description: pulumi.Output<string>;
}

/**
 * A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const WeightedBackend =
  dynamicClass<ClassWithOptionalArgs<WeightedBackend, WeightedBackendArgs>>("WeightedBackend");

/** Inputs of WeightedBackend. */
export interface WeightedBackendArgs extends AdoptionArgs {
  /** Id of each child backend and its weight, 0 to 10000. Default: `{}`. */
  backends?: pulumi.Input<Record<string, pulumi.Input<number>>>;
  /** What the backend is for. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Your own data, stored with the object; the service does not read it. Default: `""`. */
  metadata?: pulumi.Input<string>;
}
