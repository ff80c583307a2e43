import type { PolicyResource } from "@pulumi/policy";
import type * as pulumi from "@pulumi/pulumi";
import { classOfType, dynamicType } from "../provider/engine/native/tokens";
import type * as edge from "../sdk";
import { WITH_METADATA } from "../sdk/resources/with-metadata";

/** A class of resources, as `pulumi-tunnel-edge` exports it. */
export interface ResourceClass<R extends pulumi.Resource = pulumi.Resource, Args = never> {
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): R;
  /** Whether this is a resource of the class. */
  isInstance(candidate: unknown): boolean;
}

/**
 * Whether a resource is of a class, under either provider: the classes are those of the dynamic one, and the native one
 * has the same names and properties. Also true if the class comes from another copy of this package.
 */
export function isOfClass<R extends pulumi.Resource, Args>(
  { type }: Pick<PolicyResource, "type">,
  resourceClass: ResourceClass<R, Args>,
): boolean {
  const className = classOfType(type);
  return className !== undefined && resourceClass.isInstance({ __pulumiType: dynamicType(className) });
}

/** The values of a resource's outputs; a key is missing while the value does not exist yet. */
export type OutputsOf<R> = {
  [K in keyof R as R[K] extends pulumi.Output<unknown> ? K : never]?: R[K] extends pulumi.Output<infer V>
    ? V
    : never;
};

type Sdk = typeof edge;

/** Names of the classes that have metadata. */
type NamesWithMetadata = {
  [K in keyof Sdk]: Sdk[K] extends abstract new (
    ...args: never[]
  ) => infer R
    ? R extends { readonly metadata: pulumi.Output<string> }
      ? K
      : never
    : never;
}[keyof Sdk];

/** The inputs that all of these share. */
export interface Notes {
  description?: string;
  metadata?: string;
}

/** The same classes, typed with these inputs only. */
export const CLASSES_WITH_METADATA = Object.values(
  WITH_METADATA satisfies { [K in NamesWithMetadata]: Sdk[K] },
) as unknown as readonly ResourceClass<pulumi.Resource, Notes>[];
