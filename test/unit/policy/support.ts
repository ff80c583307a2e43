import type { PolicyResource } from "@pulumi/policy";

const TYPE = "pulumi-nodejs:dynamic/tunnel-edge:";

/** A resource in the policy library's form. */
export function resource(
  className: string,
  name: string,
  props: object,
  propertyDependencies: Record<string, PolicyResource[]> = {},
): PolicyResource {
  const type = TYPE + className;
  const isType = (wanted: unknown) =>
    (wanted as { isInstance: (value: object) => boolean }).isInstance({ __pulumiType: type });
  return {
    type,
    name,
    urn: `urn:pulumi:s::p::${type}::${name}`,
    props,
    propertyDependencies,
    isType,
  } as unknown as PolicyResource;
}

class UnknownValueError extends Error {}

/** Properties that throw when unknown values are read, as in the policy library. */
export const withUnknown = <T extends object>(props: T, ...unknown: (string | number)[]): T =>
  new Proxy(props, {
    get: (target, key) => {
      if (unknown.map(String).includes(String(key))) throw new UnknownValueError();
      return Reflect.get(target, key);
    },
  });
