import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";

/*
 * The only module that accesses internals of the engine's SDK.
 * Read in @pulumi/pulumi 3.270.0, `output.ts` and `resource.ts`. `npm run install-matrix` runs programs with the oldest
 * version that package.json accepts.
 */

export interface InnerOutput {
  promise(withUnknowns?: boolean): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  resources(): Set<pulumi.Resource>;
  allResources(): Promise<Set<pulumi.Resource>>;
}

type InnerConstructor = new (
  resources: Set<pulumi.Resource>,
  value: Promise<unknown>,
  isKnown: Promise<boolean>,
  isSecret: Promise<boolean>,
  allResources: Promise<Set<pulumi.Resource>>,
) => pulumi.Output<unknown>;

interface InnerResource {
  readonly __name?: string;
  readonly __pulumiType?: string;
  readonly __parentResource?: pulumi.Resource;
  readonly __prov?: pulumi.ProviderResource;
  readonly __transformations?: pulumi.ResourceTransformation[];
}

export const innerOf = (output: pulumi.Output<unknown>): InnerOutput => output as unknown as InnerOutput;

export const innerOutput = (value: unknown): InnerOutput => innerOf(pulumi.output(value));

export function outputLike({
  resources,
  value,
  isKnown,
  isSecret,
}: Pick<InnerOutput, "isKnown" | "isSecret"> & {
  readonly resources: InnerOutput;
  readonly value: Promise<unknown>;
}): pulumi.Output<unknown> {
  const Output = pulumi.Output as unknown as InnerConstructor;
  return new Output(resources.resources(), value, isKnown, isSecret, resources.allResources());
}

export const outputsOf = (resource: pulumi.Resource): Record<string, unknown> =>
  resource as unknown as Record<string, unknown>;

const inner = (resource: unknown): InnerResource | undefined => resource as InnerResource | undefined;

/** Also works for resources of another copy of a package. */
export const typeOf = (candidate: unknown): string | undefined => inner(candidate)?.__pulumiType;

export const nameOf = (resource: pulumi.Resource): string | undefined => inner(resource)?.__name;

export const parentOf = (resource: pulumi.Resource): pulumi.Resource | undefined =>
  inner(resource)?.__parentResource;

/** May be inherited from the parent. */
export const providerOf = (resource: pulumi.Resource): pulumi.ProviderResource | undefined =>
  inner(resource)?.__prov;

/**
 * Adds a transformation that runs after all others: the resource's own, its parents', and the stack's. The
 * resource's constructor iterates over its list, so the first transformation can append the last one.
 */
export function withLastTransformation<T extends pulumi.ResourceOptions>(
  opts: T,
  transform: pulumi.ResourceTransformation,
): T {
  const last: pulumi.ResourceTransformation = (args) => {
    const list = inner(args.resource)?.__transformations;
    // Children inherit the remaining list.
    list?.splice(
      0,
      list.length,
      ...list.filter((transformation) => transformation !== first && transformation !== last),
    );
    return transform(args);
  };
  const first: pulumi.ResourceTransformation = ({ resource }) => {
    inner(resource)?.__transformations?.push(last);
    return undefined;
  };
  return { ...opts, transformations: [first, ...(opts.transformations ?? [])] };
}

interface Store {
  readonly callbacks?: { readonly _callbacks?: ReadonlyMap<string, unknown> };
}

/** Transforms and hooks; undefined before the first one is registered. */
export const engineCallbacks = (): ReadonlyMap<string, unknown> | undefined =>
  (state as unknown as { getStore(): Store }).getStore().callbacks?._callbacks;

/** True in a unit test that has called `pulumi.runtime.setMocks`. */
export const hasMocks = (): boolean => {
  const monitor: object = pulumi.runtime.getMonitor() ?? {};
  return "mocks" in monitor;
};
