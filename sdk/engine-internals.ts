import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";

/*
 * The only module that accesses internals of the engine's SDK, as in `output.ts` and `resource.ts` of @pulumi/pulumi 3.270.0.
 * `npm run install-matrix` runs programs with the oldest version that package.json accepts.
 */

export interface OutputInternals {
  promise(withUnknowns?: boolean): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  resources(): Set<pulumi.Resource>;
  allResources(): Promise<Set<pulumi.Resource>>;
}

type OutputConstructor = new (
  resources: Set<pulumi.Resource>,
  value: Promise<unknown>,
  isKnown: Promise<boolean>,
  isSecret: Promise<boolean>,
  allResources: Promise<Set<pulumi.Resource>>,
) => pulumi.Output<unknown>;

interface ResourceInternals {
  readonly __name?: string;
  readonly __pulumiType?: string;
  readonly __parentResource?: pulumi.Resource;
  readonly __prov?: pulumi.ProviderResource;
  readonly __transformations?: pulumi.ResourceTransformation[];
}

export const internalsOf = (output: pulumi.Output<unknown>): OutputInternals =>
  output as unknown as OutputInternals;

export const internalsOfInput = (value: unknown): OutputInternals => internalsOf(pulumi.output(value));

export function makeOutput({
  source,
  value,
  isKnown,
  isSecret,
}: Pick<OutputInternals, "isKnown" | "isSecret"> & {
  /** The output whose resources and dependencies the new one gets. */
  readonly source: OutputInternals;
  readonly value: Promise<unknown>;
}): pulumi.Output<unknown> {
  const Output = pulumi.Output as unknown as OutputConstructor;
  return new Output(source.resources(), value, isKnown, isSecret, source.allResources());
}

export const outputsOf = (resource: pulumi.Resource): Record<string, unknown> =>
  resource as unknown as Record<string, unknown>;

const resourceInternals = (resource: unknown): ResourceInternals | undefined =>
  resource as ResourceInternals | undefined;

/** Also works for resources of another copy of a package. */
export const typeOf = (candidate: unknown): string | undefined => resourceInternals(candidate)?.__pulumiType;

export const nameOf = (resource: pulumi.Resource): string | undefined => resourceInternals(resource)?.__name;

export const parentOf = (resource: pulumi.Resource): pulumi.Resource | undefined =>
  resourceInternals(resource)?.__parentResource;

/** May be inherited from the parent. */
export const providerOf = (resource: pulumi.Resource): pulumi.ProviderResource | undefined =>
  resourceInternals(resource)?.__prov;

/**
 * Adds a transformation that runs after all others: the resource's own, its parents', and the stack's. The
 * resource's constructor iterates over its list, so the first transformation can append the last one.
 */
export function withLastTransformation<T extends pulumi.ResourceOptions>(
  opts: T,
  transform: pulumi.ResourceTransformation,
): T {
  const last: pulumi.ResourceTransformation = (args) => {
    const list = resourceInternals(args.resource)?.__transformations;
    // Children inherit the remaining list.
    list?.splice(
      0,
      list.length,
      ...list.filter((transformation) => transformation !== first && transformation !== last),
    );
    return transform(args);
  };
  const first: pulumi.ResourceTransformation = ({ resource }) => {
    resourceInternals(resource)?.__transformations?.push(last);
    return undefined;
  };
  return { ...opts, transformations: [first, ...(opts.transformations ?? [])] };
}

/** The program's transforms and hooks; undefined before the first one is registered. */
export const engineCallbacks = (): ReadonlyMap<string, unknown> | undefined =>
  (
    state as unknown as { getStore(): { callbacks?: { _callbacks?: ReadonlyMap<string, unknown> } } }
  ).getStore().callbacks?._callbacks;

/** True in a unit test that has called `pulumi.runtime.setMocks`. */
export const hasMocks = (): boolean => {
  const monitor: object = pulumi.runtime.getMonitor() ?? {};
  return "mocks" in monitor;
};
