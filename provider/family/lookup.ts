import type { Shape } from "./field";

/** A collection that can be read but not managed: it has functions and no class. */
export interface LookupFamily {
  readonly kind: "lookup";
  readonly name: string;
  readonly plural: string;
  readonly summary: string;
  /** Heading in the API reference; undefined for families that it does not cover. */
  readonly section?: string;
  /** The service has the family and the API reference does not. */
  readonly serviceOnly?: true;
  readonly path: string;
  readonly listKey: string;
  /** The list takes a CEL expression, `filter`: the properties by which a look-up lets the service select. */
  readonly filtered?: readonly string[];
  /** The service deletes an object on request: no class does, a command may. */
  readonly deletable?: true;
  readonly outputs: Shape;
}

export function defineLookup(
  definition: Omit<LookupFamily, "kind" | "plural"> & { plural?: string },
): LookupFamily {
  return { kind: "lookup", ...definition, plural: definition.plural ?? `${definition.name}s` };
}
