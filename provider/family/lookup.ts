import type { Shape } from "./field";

/** A collection that can be read but not managed: it has functions but no class. */
export interface LookupFamily {
  readonly kind: "lookup";
  readonly name: string;
  readonly plural: string;
  readonly summary: string;
  /** Heading in the API reference; undefined for families that it does not cover. */
  readonly section?: string;
  /** The service has the family, but the API reference doesn't cover it. */
  readonly serviceOnly?: true;
  readonly path: string;
  readonly listKey: string;
  /** The list supports `filter`, a CEL expression: lookups by these properties use it. */
  readonly filtered?: readonly string[];
  /** A CLI command may delete objects of the collection. */
  readonly deletable?: true;
  readonly outputs: Shape;
}

export function defineLookup(
  definition: Omit<LookupFamily, "kind" | "plural"> & { plural?: string },
): LookupFamily {
  return { kind: "lookup", ...definition, plural: definition.plural ?? `${definition.name}s` };
}
