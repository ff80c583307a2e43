import type { PolicyResource } from "@pulumi/policy";
import { UNKNOWN } from "../../../provider/family/unknown";
import { resolveReferences } from "../../support/program";
import type { Rows } from "../../support/rows";

const TYPE = "pulumi-nodejs:dynamic/tunnel-edge:";

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

/** Makes objects and lists throw when their unknown members are read. */
export function throwingIfUnknown<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  const unknown = Object.keys(copy).filter((key) => copy[key] === UNKNOWN);
  for (const [key, item] of Object.entries(copy)) copy[key] = throwingIfUnknown(item);
  return (unknown.length === 0 ? copy : withUnknown(copy, ...unknown)) as T;
}

/** Declares the resources of a table. `${name.id}` is the unknown id of an earlier resource. */
export function declareRows(rows: Rows): PolicyResource[] {
  const declared = new Map<string, PolicyResource>();
  for (const [name, [className, inputs = {}]] of Object.entries(rows)) {
    const dependencies = Object.entries(inputs).map(([property, value]) => {
      const names = [...JSON.stringify(value).matchAll(/\$\{([^.}]+)\.id\}/g)].map(([, other]) =>
        String(other),
      );
      return [property, names.flatMap((other) => declared.get(other) ?? [])];
    });
    const props = throwingIfUnknown(resolveReferences(inputs, new Map()));
    declared.set(name, resource(className, name, props, Object.fromEntries(dependencies)));
  }
  return [...declared.values()];
}
