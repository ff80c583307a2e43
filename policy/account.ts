import type { PolicyResource } from "@pulumi/policy";
import type * as pulumi from "@pulumi/pulumi";
import { isOfClass, type OutputsOf, type ResourceClass } from "./classes";
import { collectStrings, holdsUnknown, knownValues } from "./known-values";

/** A resource of the stack with its known values. */
export interface Declared<R extends pulumi.Resource = pulumi.Resource> {
  readonly resource: PolicyResource;
  readonly props: Readonly<OutputsOf<R>>;
}

/**
 * The resources of a stack and their references to each other. A resource refers to another by an output or by its literal
 * id. In a preview, the ids of new resources are unknown, so only outputs show the reference.
 */
export class Account {
  readonly #props = new Map<PolicyResource, object>();
  readonly #texts = new Map<PolicyResource, readonly string[]>();

  constructor(readonly resources: readonly PolicyResource[]) {}

  /** Returns the resources of a class. */
  of<R extends pulumi.Resource, Args>(resourceClass: ResourceClass<R, Args>): Declared<R>[] {
    const resources = this.resources.filter((resource) => isOfClass(resource, resourceClass));
    return resources.map((resource) => ({ resource, props: this.#propsOf(resource) })) as Declared<R>[];
  }

  /** Returns the resources of a class, keyed by the resource and, once created, by their id. */
  byName<R extends pulumi.Resource, Args>(
    resourceClass: ResourceClass<R, Args>,
  ): ReadonlyMap<string | PolicyResource, Declared<R>> {
    const entries = this.of(resourceClass).flatMap((declared) =>
      [declared.resource, this.idOf(declared.resource) ?? []].flat().map((name) => [name, declared] as const),
    );
    return new Map(entries);
  }

  /** Undefined until the object is created. */
  idOf(resource: PolicyResource): string | undefined {
    const { uri } = this.#propsOf(resource) as { uri?: unknown };
    return typeof uri === "string" ? uri.slice(uri.lastIndexOf("/") + 1) : undefined;
  }

  /** True if a stack output contains the resource's id, or may contain it because both are unknown. */
  isExported(resource: PolicyResource): boolean {
    const stack = this.resources.find(({ type }) => type === "pulumi:pulumi:Stack");
    if (!stack) return false;
    return this.idOf(resource) === undefined
      ? holdsUnknown(this.#propsOf(stack))
      : this.refers(stack, resource);
  }

  /** True if a resource refers to another one: by `property` or, without it, by any property. */
  refers(from: PolicyResource, to: PolicyResource, property?: string): boolean {
    const keys = property === undefined ? Object.keys(from.propertyDependencies) : [property];
    if (keys.some((key) => from.propertyDependencies[key]?.includes(to))) return true;
    const id = this.idOf(to);
    if (id === undefined) return false;
    // A traffic policy may be one string that contains ids among other text.
    return this.#textsOf(from, property).some((text) => text.includes(id));
  }

  /** Returns all resources that refer to a resource. */
  referrers(to: PolicyResource): PolicyResource[] {
    return this.resources.filter((from) => from !== to && this.refers(from, to));
  }

  #propsOf(resource: PolicyResource): object {
    const props = this.#props.get(resource) ?? (knownValues(resource.props) as object);
    this.#props.set(resource, props);
    return props;
  }

  #textsOf(resource: PolicyResource, property: string | undefined): readonly string[] {
    const props = this.#propsOf(resource) as Readonly<Record<string, unknown>>;
    if (property !== undefined) return collectStrings(props[property]);
    // The URI contains the resource's own id and those of its parents.
    const { uri: _own, ...others } = props;
    const texts = this.#texts.get(resource) ?? collectStrings(others);
    this.#texts.set(resource, texts);
    return texts;
  }
}
