// Generated from provider/families by `npm run generate`; do not edit.
import type { KubernetesOperatorBinding, KubernetesOperatorDeployment, Ref } from "../resources/types";
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOutput,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. An operator that connects a Kubernetes cluster; it registers itself
 * when it is installed.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface KubernetesOperatorResult {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
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

/** The keys of `getKubernetesOperator`: `id`, or `description`, or `metadata`. */
export type GetKubernetesOperatorArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the operator is for. */
      description: string;
    }
  | {
      /** Arbitrary data about the operator. */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getKubernetesOperator: Get<GetKubernetesOperatorArgs, KubernetesOperatorResult> = (args, opts) =>
  get("KubernetesOperator", args, opts);
/** Reads one object as soon as the keys are known. */
export const getKubernetesOperatorOutput: GetOutput<GetKubernetesOperatorArgs, KubernetesOperatorResult> = (
  args,
  opts,
) => getOutput("KubernetesOperator", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listKubernetesOperators: List<KubernetesOperatorResult> = (opts) =>
  list("KubernetesOperator", {}, opts);
/** Reads all objects of the collection as an output. */
export const listKubernetesOperatorsOutput: ListOutput<KubernetesOperatorResult> = (opts) =>
  listOutput("KubernetesOperator", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachKubernetesOperator: Each<KubernetesOperatorResult> = (opts) =>
  each("KubernetesOperator", {}, opts);
