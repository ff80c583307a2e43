// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getWeightedBackend`. A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 */
export interface WeightedBackendResult extends ObjectResult, MetadataResult {
  /** Id of each child backend and its weight, 0 to 10000. */
  backends: Record<string, number>;
  /** What the backend is for. */
  description: string;
}

/** Arguments of `getWeightedBackend`: `id`, or `description`, or `metadata`. */
export type GetWeightedBackendArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getWeightedBackend = get<GetWeightedBackendArgs, WeightedBackendResult>("WeightedBackend");
/** Reads one object as soon as the arguments are known. */
export const getWeightedBackendOutput = getOutput<GetWeightedBackendArgs, WeightedBackendResult>(
  "WeightedBackend",
);
/** Reads all objects immediately, including during previews. */
export const listWeightedBackends = list<WeightedBackendResult>("WeightedBackend");
/** Reads all objects, as an output. */
export const listWeightedBackendsOutput = listOutput<WeightedBackendResult>("WeightedBackend");
/** Reads all objects page by page. */
export const eachWeightedBackend = each<WeightedBackendResult>("WeightedBackend");
