import type { z } from "zod";

/** An object as it travels: snake_case keys, values of any JSON type. */
export type Wire = Record<string, unknown>;

/** Wire spelling of a camelCase key: `caPem` is `ca_pem`. */
export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * `value` with the keys that `schema` names in wire spelling. Keys of records and values that the schema does not
 * describe stay as they are; undefined is dropped. Validates nothing.
 */
export function toWire(schema: z.ZodType, value: unknown): unknown {
  return walk(schema, value, { read: (key) => key, write: snake });
}

/**
 * A wire value with the keys that `schema` names in camelCase. Unknown keys of described objects are dropped, null
 * stays null, an absent key stays absent. Validates nothing: what does not look like the schema is returned as it is.
 */
export function fromWire(schema: z.ZodType, value: unknown): unknown {
  return walk(schema, value, { read: snake, write: (key) => key });
}

interface Spelling {
  /** From the schema's key to the key in the value that is read. */
  read: (key: string) => string;
  /** From the schema's key to the key in the result. */
  write: (key: string) => string;
}

function walk(schema: z.core.$ZodType, value: unknown, spelling: Spelling): unknown {
  if (typeof value !== "object" || value === null) return value;
  const defs = alternatives(schema);
  if (Array.isArray(value)) {
    const item = defs.find((def) => def.type === "array")?.element;
    return item ? value.map((entry) => walk(item, entry, spelling)) : value;
  }
  const wire = value as Wire;
  const object = closest(
    defs.filter((def) => def.type === "object"),
    wire,
    spelling,
  );
  if (object) return walkObject(object, wire, spelling);
  const entry = defs.find((def) => def.type === "record")?.valueType;
  if (!entry) return value;
  return Object.fromEntries(definedEntries(wire).map(([key, field]) => [key, walk(entry, field, spelling)]));
}

function walkObject(def: ObjectDef, value: Wire, spelling: Spelling): Wire {
  const known = Object.entries(def.shape).flatMap(([key, schema]) => {
    const from = spelling.read(key);
    // Own keys only: an answer must not reach what objects inherit.
    if (!Object.hasOwn(value, from) || value[from] === undefined) return [];
    return [[spelling.write(key), walk(schema, value[from], spelling)] as const];
  });
  if (!isOpen(def)) return Object.fromEntries(known);
  const read = new Set(Object.keys(def.shape).map(spelling.read));
  return Object.fromEntries([...definedEntries(value).filter(([key]) => !read.has(key)), ...known]);
}

type Def = z.core.$ZodTypes["_zod"]["def"];
type ObjectDef = Extract<Def, { type: "object" }>;

/** Of several object schemas, the one that knows most of the keys. */
function closest(defs: readonly ObjectDef[], value: Wire, spelling: Spelling): ObjectDef | undefined {
  const known = (def: ObjectDef) =>
    Object.keys(def.shape).filter((key) => Object.hasOwn(value, spelling.read(key))).length;
  return defs.reduce<ObjectDef | undefined>(
    (best, def) => (best === undefined || known(def) > known(best) ? def : best),
    undefined,
  );
}

/** What a schema comes down to once its wrappers are taken off. */
function alternatives(schema: z.core.$ZodType): Def[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return alternatives(def.innerType);
    case "lazy":
      return alternatives(def.getter());
    case "pipe": {
      // Of `schema.transform(f)` the left side describes the shape, of `z.preprocess(f, schema)` the right one.
      const right = alternatives(def.out);
      return right.some((side) => side.type === "transform") ? alternatives(def.in) : right;
    }
    case "union":
      return def.options.flatMap(alternatives);
    case "intersection":
      throw new Error("intersection schemas have no wire spelling here: extend one object schema instead");
    default:
      return [def];
  }
}

function isOpen(def: ObjectDef): boolean {
  return def.catchall !== undefined && (def.catchall as z.core.$ZodTypes)._zod.def.type !== "never";
}

function definedEntries(value: Wire): [string, unknown][] {
  return Object.entries(value).filter(([, entry]) => entry !== undefined);
}
