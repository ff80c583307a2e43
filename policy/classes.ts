import type { PolicyResource, ResourceValidation, TypedResourceValidation } from "@pulumi/policy";
import type * as pulumi from "@pulumi/pulumi";
import { classOfType, dynamicType, nativeType } from "../provider/engine/native/tokens";
import * as WITH_METADATA from "../sdk/resources/with-metadata";

/** A resource class that `pulumi-tunnel-edge` exports. */
export interface ResourceClass<R extends pulumi.Resource = pulumi.Resource, Args = never> {
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): R;
  /** True for a resource of the class. */
  isInstance(candidate: unknown): boolean;
}

/**
 * True if a resource of the dynamic or native provider has a class. The class may belong to the other provider, or to
 * another copy of this package.
 */
export function isOfClass<R extends pulumi.Resource, Args>(
  { type }: Pick<PolicyResource, "type">,
  resourceClass: ResourceClass<R, Args>,
): boolean {
  const className = classOfType(type);
  if (className === undefined) return false;
  const types = [dynamicType(className), nativeType(className)];
  return types.some((__pulumiType) => resourceClass.isInstance({ __pulumiType }));
}

/**
 * Validates the resources of a class from both providers. In contrast, `validateResourceOfType` of `@pulumi/policy` silently
 * skips the resources of the other provider.
 */
export function validateResourceOfClass<R extends pulumi.Resource, Args>(
  resourceClass: ResourceClass<R, Args>,
  validate: TypedResourceValidation<pulumi.Unwrap<NonNullable<Args>>>,
): ResourceValidation {
  return (args, report) =>
    isOfClass(args, resourceClass)
      ? validate(args.props as pulumi.Unwrap<NonNullable<Args>>, args, report)
      : args.notApplicable(`it is not of class ${resourceClass.name}`);
}

/** Plain values of a resource's outputs; those that don't exist yet are missing. */
export type OutputsOf<R> = {
  [K in keyof R as R[K] extends pulumi.Output<unknown> ? K : never]?: R[K] extends pulumi.Output<infer V>
    ? V
    : never;
};

export interface MetadataArgs {
  description?: string;
  metadata?: string;
}

export const CLASSES_WITH_METADATA = Object.values(WITH_METADATA) as unknown as readonly ResourceClass<
  pulumi.Resource,
  MetadataArgs
>[];
