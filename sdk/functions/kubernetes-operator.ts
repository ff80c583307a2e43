// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { KubernetesOperatorBinding, KubernetesOperatorDeployment, Ref } from "../resources/types";
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
 * What the service says of one object. An operator that connects a Kubernetes cluster; it registers itself
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

/** By what `getKubernetesOperator` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetKubernetesOperatorArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the operator is for. */
      description: string;
      id?: never;
      metadata?: never;
    }
  | {
      /** Arbitrary data about the operator. */
      metadata: string;
      id?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getKubernetesOperatorOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getKubernetesOperator(
  args: GetKubernetesOperatorArgs,
  opts?: LookupOptions,
): Promise<KubernetesOperatorResult> {
  return get<KubernetesOperatorResult>("KubernetesOperator", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getKubernetesOperatorOutput(
  args: InputsOf<GetKubernetesOperatorArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<KubernetesOperatorResult> {
  return getOutput<KubernetesOperatorResult>("KubernetesOperator", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachKubernetesOperator`.
 */
export function listKubernetesOperators(opts?: LookupOptions): Promise<KubernetesOperatorResult[]> {
  return list<KubernetesOperatorResult>("KubernetesOperator", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listKubernetesOperatorsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<KubernetesOperatorResult[]> {
  return listOutput<KubernetesOperatorResult>("KubernetesOperator", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachKubernetesOperator(opts?: LookupOptions): AsyncGenerator<KubernetesOperatorResult, void> {
  return each<KubernetesOperatorResult>("KubernetesOperator", {}, opts);
}
