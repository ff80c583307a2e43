import { z } from "zod";
import { metaOf, type Rule, type Shape, shapeOf, unwrap } from "../../family/fields";

/** Values of inputs together with what the definitions of the inputs know of them. */
export type Described =
  | { readonly kind: "plain"; readonly value: unknown }
  /** Text that may as well be given as an object with the same meaning. */
  | { readonly kind: "document"; readonly value: unknown }
  /** Id of another object. */
  | { readonly kind: "reference"; readonly id: string }
  | Secret
  | { readonly kind: "list"; readonly items: readonly Described[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: string, value: Described])[] }
  /** Free keys; `refers` when they are ids of other objects. */
  | {
      readonly kind: "map";
      readonly refers: boolean;
      readonly entries: readonly (readonly [key: string, value: unknown])[];
    };

/** A secret at its property path. */
export interface Secret {
  readonly kind: "secret";
  readonly path: readonly string[];
  /**
   * `told`: the service gives it back. `needed`: it does not, and a program that leaves it out is refused. `possible`: it
   * does not, and nobody can tell whether there is one. `trusted`: it never does; a program that takes the object over may
   * leave it out.
   */
  readonly knowledge: "told" | "needed" | "possible" | "trusted";
}

export type DescribedObject = Extract<Described, { readonly kind: "object" }>;

/** Inputs of a class with their secrets and references marked, those secrets among them that the service withholds. */
export function describeInputs(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  rules: readonly Rule[] = [],
  path: readonly string[] = [],
): DescribedObject {
  const entries = Object.entries(shape).flatMap(([key, schema]) => {
    const meta = metaOf(schema);
    const at = [...path, key];
    const described = meta.secret
      ? secret(schema, rules, values, key, at)
      : describe(schema, values[key], at);
    return described && !meta.local ? [[key, described] as const] : [];
  });
  return { kind: "object", entries };
}

function describe(schema: z.ZodType, value: unknown, path: readonly string[]): Described | undefined {
  if (value === undefined) return undefined;
  const meta = metaOf(schema);
  const inner = unwrap(schema);
  const shape = shapeOf(inner);
  if (shape && isRecord(value)) return describeInputs(shape, value, meta.rules, path);
  if (inner instanceof z.ZodRecord && isRecord(value))
    return { kind: "map", refers: meta.refersTo !== undefined, entries: Object.entries(value) };
  if (inner instanceof z.ZodUnion && meta.send !== undefined) return { kind: "document", value };
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => leaf(meta.refersTo, item)) };
  return leaf(meta.refersTo, value);
}

const leaf = (refersTo: readonly string[] | undefined, value: unknown): Described =>
  refersTo && typeof value === "string" ? { kind: "reference", id: value } : { kind: "plain", value };

function secret(
  schema: z.ZodType,
  rules: readonly Rule[],
  siblings: Readonly<Record<string, unknown>>,
  key: string,
  path: readonly string[],
): Secret | undefined {
  if (typeof siblings[key] === "string" && siblings[key] !== "")
    return { kind: "secret", path, knowledge: "told" };
  const { writeOnly, mayBeWithheld } = metaOf(schema);
  if (writeOnly) return { kind: "secret", path, knowledge: "trusted" };
  if (!mayBeWithheld) return undefined;
  const about = rules.filter(({ keys }) => keys.includes(key));
  if (about.length === 0) return { kind: "secret", path, knowledge: "possible" };
  const isNeeded = about.some(({ broken }) => broken(siblings) !== undefined);
  return isNeeded ? { kind: "secret", path, knowledge: "needed" } : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
