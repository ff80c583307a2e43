import type { Shape } from "./field";
import { lastSegment, type ResourceDefinition } from "./resource";

/** A collection that can be read but not managed: it has functions but no class. */
export interface LookupFamily
  extends Pick<
    ResourceDefinition,
    "name" | "summary" | "section" | "serviceOnly" | "path" | "filterableBy" | "outputs"
  > {
  readonly kind: "lookup";
  readonly plural: string;
  readonly listKey: string;
  readonly pathKeys: readonly string[];
  readonly inputs: Shape;
  /** A CLI command may delete objects of the collection. */
  readonly deletable?: true;
}

export const defineLookup = (
  definition: Omit<LookupFamily, "kind" | "plural" | "listKey" | "pathKeys" | "inputs"> & {
    readonly listKey?: string;
  },
): LookupFamily => ({
  kind: "lookup",
  plural: `${definition.name}s`,
  listKey: lastSegment(definition.path),
  pathKeys: [],
  inputs: {},
  ...definition,
});
