import type { CommandFamily } from "./command";
import { walkShape } from "./field";
import type { LookupFamily } from "./lookup";
import type { ModuleFamily } from "./module";
import { type Element, type LookupKey, lastSegment, type ResourceFamily } from "./resource";

export type ManagedFamily = ResourceFamily | ModuleFamily | CommandFamily;
export type ReadableFamily = ResourceFamily | ModuleFamily | LookupFamily;

/** Format of the family's ids for an import, such as `<edgeId>/<id>`. */
export const idText = (family: ResourceFamily | ModuleFamily): string =>
  family.kind === "module"
    ? [...family.pathKeys.map((key) => `<${key}>`), lastSegment(family.path)].join("/")
    : [...family.pathKeys, "id"].map((key) => `<${key}>`).join("/");

export const deprecationOf = (family: ManagedFamily | LookupFamily): string | undefined =>
  family.kind === "resource" || family.kind === "module" ? family.deprecated : undefined;

export function deprecationsIn(family: ManagedFamily, inputs: Readonly<Record<string, unknown>>): string[] {
  const notice = deprecationOf(family);
  const deprecations = notice === undefined ? [] : [notice];
  walkShape(family.inputs, inputs, ({ meta }, value, path) => {
    if (meta.deprecated !== undefined && value !== undefined)
      deprecations.push(`${path.join(".")} is deprecated: ${meta.deprecated}`);
    return true;
  });
  return deprecations;
}

/** Keys for lookups of an object; the id is the first. */
export function lookupsOf(family: ReadableFamily): readonly LookupKey[] {
  if (family.kind === "module") return [["id"], family.pathKeys];
  const { pathKeys, inputs, outputs } = family;
  const notes = NOTES.filter((key) => key in inputs || key in outputs);
  const lookups = family.kind === "resource" ? family.lookups : [];
  return [[...pathKeys, "id"], ...lookups, ...notes.map((key) => [...pathKeys, key])];
}

const NOTES = ["description", "metadata"];

export const nameOfKey = (key: string | Element): string => (typeof key === "string" ? key : key.name);
