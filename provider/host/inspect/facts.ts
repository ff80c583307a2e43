import { z } from "zod";
import { loadFamily } from "../../families/load";
import { canonicalPolicy, canonicalUrl } from "../../family/canonical-forms";
import { metaOf, type Shape, shapeOf, unwrap } from "../../family/fields";
import { looksSecret } from "../../family/looks-secret";
import { UNKNOWN } from "../../family/unknown";
import type { ManagedFamily } from "../../lifecycle";
import { canonical } from "../../lifecycle/compare";

/** Forms in which two spellings of one value are the same, and the engine's stand-in for one that is not known yet. */
export { canonicalPolicy, canonicalUrl, looksSecret, UNKNOWN };

/** What a class says of itself, for tools that read what programs and states hold. */
export interface ClassFacts {
  readonly name: string;
  readonly kind: ManagedFamily["kind"];
  /** Path of the collection or the module; `{key}` stands for an input. */
  readonly path: string;
  readonly inputs: readonly string[];
  /** Inputs that are never sent. */
  readonly local: readonly string[];
  /** Inputs with an endpoint of their own below the object, and its last path segment. */
  readonly parts: Readonly<
    Record<string, { readonly kind: "module" | "attachment"; readonly segment: string }>
  >;
  /** Inputs of which one takes the place of the other. */
  readonly exclusive: readonly string[];
  /** Inputs that together tell the object from all others. */
  readonly naturalKey: readonly string[];
  /** Class and input under which the same module is managed as part of its edge or route. */
  readonly moduleOf?: { readonly className: string; readonly input: string; readonly at: readonly string[] };
  /** Inputs whose change makes a command run again. */
  readonly triggers: readonly string[];
}

/** One place in the inputs where an object refers to another. */
export interface Reference {
  /** Input, and what lies below it. */
  readonly path: readonly (string | number)[];
  /** Id of the other object, or UNKNOWN; UNKNOWN as well where the whole list or map is unknown. */
  readonly id: unknown;
  /** Classes that the other object can be of. */
  readonly refersTo: readonly string[];
  /** The whole list or map cannot be seen: it may hold any number of ids. */
  readonly isList?: boolean;
}

/** A class with its facts and the schemas of its inputs. */
export class InspectedClass {
  readonly facts: ClassFacts;

  constructor(private readonly family: ManagedFamily) {
    this.facts = factsOf(family);
  }

  /** Every reference to another object in inputs, in their order. */
  references(inputs: Readonly<Record<string, unknown>>): Reference[] {
    return referencesIn(this.family.inputs, inputs, []);
  }

  /** The form in which two values of an input are compared: defaults filled in, sets sorted, spellings unified. */
  canonical(input: string, value: unknown): unknown {
    const schema = this.family.inputs[input];
    return schema ? canonical(schema, value) : value;
  }
}

/** The class of a name, or undefined for one that this version does not have. */
export async function inspectClass(name: string): Promise<InspectedClass | undefined> {
  const family = await loadFamily(name);
  return family && new InspectedClass(family);
}

function factsOf(family: ManagedFamily): ClassFacts {
  const { name, kind } = family;
  const local = keysWhere(family.inputs, (schema) => metaOf(schema).local === true);
  const facts = { name, kind, inputs: Object.keys(family.inputs), local, ...NOTHING };
  if (family.kind === "module") {
    const { insteadOf, pathKeys, path } = family;
    return {
      ...facts,
      path,
      moduleOf: { className: insteadOf.family, input: insteadOf.input, at: pathKeys },
    };
  }
  if (family.kind === "command") return { ...facts, triggers: family.triggers };
  return {
    ...facts,
    path: family.path,
    parts: (family.parts ?? {}) as ClassFacts["parts"],
    exclusive: family.exclusive ?? [],
    naturalKey: family.naturalKey ?? [],
  };
}

const NOTHING = { path: "", parts: {}, exclusive: [], naturalKey: [], triggers: [] };

const keysWhere = (shape: Shape, holds: (schema: z.ZodType) => boolean) =>
  Object.entries(shape).flatMap(([key, schema]) => (holds(schema) ? [key] : []));

function referencesIn(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  at: readonly (string | number)[],
): Reference[] {
  return Object.entries(shape).flatMap(([key, schema]): Reference[] => {
    const value = values[key];
    if (value === undefined || value === null) return [];
    const path = [...at, key];
    const inner = unwrap(schema);
    const { refersTo } = metaOf(inner);
    if (refersTo) return referencesOf(inner, value, path, refersTo);
    const nested = shapeOf(inner);
    if (!nested) return [];
    if (isRecord(value)) return referencesIn(nested, value, path);
    return value === UNKNOWN ? allBelow(nested, path) : [];
  });
}

function referencesOf(
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[],
  refersTo: readonly string[],
): Reference[] {
  if (schema instanceof z.ZodRecord && isRecord(value))
    return Object.keys(value).map((id) => ({ path: [...path, id], id, refersTo }));
  if (Array.isArray(value)) return value.map((id, n) => ({ path: [...path, n], id, refersTo }));
  const isList = schema instanceof z.ZodRecord || schema instanceof z.ZodArray;
  return [{ path, id: value, refersTo, ...(isList && { isList }) }];
}

/** What an unknown object may refer to. */
function allBelow(shape: Shape, at: readonly (string | number)[]): Reference[] {
  return Object.entries(shape).flatMap(([key, schema]): Reference[] => {
    const { refersTo } = metaOf(schema);
    return refersTo ? referencesOf(unwrap(schema), UNKNOWN, [...at, key], refersTo) : [];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
