import type { ResourceDefinition } from "./resource";

/** A collection that can be read but not managed: it has functions but no class. */
export interface LookupFamily
  extends Pick<
    ResourceDefinition,
    "name" | "summary" | "section" | "serviceOnly" | "path" | "listKey" | "filtered" | "outputs"
  > {
  readonly kind: "lookup";
  readonly plural: string;
  /** A CLI command may delete objects of the collection. */
  readonly deletable?: true;
}

export function defineLookup(
  definition: Omit<LookupFamily, "kind" | "plural"> & { plural?: string },
): LookupFamily {
  return { kind: "lookup", ...definition, plural: definition.plural ?? `${definition.name}s` };
}
