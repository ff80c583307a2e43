// Generated from provider/families by `npm run generate`; do not edit.
import type {
  KubernetesOperatorBinding,
  KubernetesOperatorDeployment,
  ObjectResult,
  Ref,
} from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getKubernetesOperator`. An operator that connects a Kubernetes cluster. It registers itself
 * when installed.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface KubernetesOperatorResult extends ObjectResult {
  /** When the operator was last updated. A time in RFC 3339 format. */
  updatedAt: string;
  /** What the operator is for. */
  description: string;
  /** Arbitrary data about the operator. */
  metadata: string;
  /** Who registered the operator. */
  principal: Ref;
  /** Enabled features: `bindings`, `ingress`, and `gateway`. */
  enabledFeatures: string[];
  /** Region of the operator's ingress. */
  region: string;
  /** Where the operator runs. */
  deployment: KubernetesOperatorDeployment;
  /** The binding of endpoints to the cluster; null if the feature is off. */
  binding: KubernetesOperatorBinding | null;
}

/** Arguments of `getKubernetesOperator`: `id`, or `description`, or `metadata`. */
export type GetKubernetesOperatorArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getKubernetesOperator = get<GetKubernetesOperatorArgs, KubernetesOperatorResult>(
  "KubernetesOperator",
);
/** Reads one object as soon as the arguments are known. */
export const getKubernetesOperatorOutput = getOutput<GetKubernetesOperatorArgs, KubernetesOperatorResult>(
  "KubernetesOperator",
);
/** Reads all objects immediately, including during previews. */
export const listKubernetesOperators = list<KubernetesOperatorResult>("KubernetesOperator");
/** Reads all objects, as an output. */
export const listKubernetesOperatorsOutput = listOutput<KubernetesOperatorResult>("KubernetesOperator");
/** Reads all objects page by page. */
export const eachKubernetesOperator = each<KubernetesOperatorResult>("KubernetesOperator");
