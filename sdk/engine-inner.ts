import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";

/*
 * Internals of the engine's SDK that this package reads; nothing else in `sdk` reads internals of a resource or an output.
 * Read in @pulumi/pulumi 3.270.0, `output.ts` and `resource.ts`. `npm run install-matrix` runs programs with the oldest
 * version that package.json takes.
 */

/** The parts of an output. */
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

/** Any value, as an output with its parts. */
export const innerOutput = (value: unknown): InnerOutput => innerOf(pulumi.output(value));

/** An output of other parts, whose resources are those of another output. */
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

/** The outputs of a resource, which may be replaced. */
export const outputsOf = (resource: pulumi.Resource): Record<string, unknown> =>
  resource as unknown as Record<string, unknown>;

const inner = (resource: unknown): InnerResource | undefined => resource as InnerResource | undefined;

/** The type of a resource, also of another copy of a package; undefined for other values. */
export const typeOf = (candidate: unknown): string | undefined => inner(candidate)?.__pulumiType;

export const nameOf = (resource: pulumi.Resource): string | undefined => inner(resource)?.__name;

export const parentOf = (resource: pulumi.Resource): pulumi.Resource | undefined =>
  inner(resource)?.__parentResource;

/** The `Provider` that a resource was given or has from its parent. */
export const providerOf = (resource: pulumi.Resource): pulumi.ProviderResource | undefined =>
  inner(resource)?.__prov;

/**
 * The options with a transformation that runs after all others: the resource's own, its parents', and the stack's. The
 * constructor of a resource reads its list while it runs it, so the first one that runs appends the last.
 */
export function withLastTransformation<T extends pulumi.ResourceOptions>(
  opts: T,
  transform: pulumi.ResourceTransformation,
): T {
  const last: pulumi.ResourceTransformation = (args) => {
    const list = inner(args.resource)?.__transformations;
    // Children inherit what is left.
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

/** Internal state of a running program. */
interface Store {
  readonly callbacks?: { readonly _callbacks?: ReadonlyMap<string, unknown> };
}

/** The functions of the running program that the engine calls: transforms and hooks. Undefined before the first. */
export const engineCallbacks = (): ReadonlyMap<string, unknown> | undefined =>
  (state as unknown as { getStore(): Store }).getStore().callbacks?._callbacks;

/** True in a unit test that has called `pulumi.runtime.setMocks`. */
export const hasMocks = (): boolean => {
  const monitor: object = pulumi.runtime.getMonitor() ?? {};
  return "mocks" in monitor;
};
