import { type Behavior, EVERY_OPERATION, type Family } from "./family";
import { formatNamed } from "./formats";
import type { Fields, Module, ModuleBehavior, ObjectParam, Param } from "./params";
import type { ReferenceFamily, ReferenceModules, ReferenceRow, ReferenceRows } from "./reference";
import type { ResponseField } from "./responses";

type Shapes = NonNullable<ReferenceFamily["shapes"]>;

const UINT32_MAX = 4_294_967_295;

/** The rule across the fields of an object of a shape. */
type RuleOf = (shape: string) => ObjectParam["rule"];

/** The modules of edges and routes: what the tables say, and what only code can say. */
export function modulesFrom(
  { modules, shapes }: ReferenceModules,
  behaviors: Readonly<Record<string, ModuleBehavior>>,
  ruleOf: RuleOf,
): ReadonlyMap<string, Module> {
  const tables = new Tables(shapes, new Map(), ruleOf);
  const unknown = Object.keys(behaviors).filter((name) => !Object.hasOwn(modules, name));
  if (unknown.length > 0) throw new Error(`emulator/reference/modules.json has no ${unknown.join(", ")}`);
  return new Map(
    Object.entries(modules).map(([name, { parameters }]) => [
      name,
      { fields: tables.parameters(parameters), ...behaviors[name] },
    ]),
  );
}

/** A family: what its tables say, and what only code can say. */
export function familyFrom(
  stem: string,
  file: ReferenceFamily,
  modules: ReadonlyMap<string, Module>,
  { compute = {}, ...behavior }: Behavior = {},
): Family {
  const { name, collection, listKey, listedInParent, idPrefix, seedable, emulated } = file;
  const { id: _, uri, created_at, ...fields } = file.response;
  const tables = new Tables(file.shapes ?? {}, modules);
  const create = tables.parameters(file.create ?? file.seeded ?? {});
  const unknown = Object.keys(compute).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0)
    throw new Error(`emulator/reference/${stem}.json has no field ${unknown.join(", ")}`);
  return {
    ...{ name, collection, listKey, listedInParent, idPrefix, seedable, create },
    serviceOnly: file.by === "service",
    filterable: file.filter,
    operations: file.operations ?? EVERY_OPERATION,
    update: file.update ?? [],
    response: mapValues(fields, (row, key) => ({
      ...tables.field(key, row, create),
      compute: compute[key],
    })),
    without: [...(uri ? [] : (["uri"] as const)), ...(created_at ? [] : (["created_at"] as const))],
    ...emulated,
    ...behavior,
  };
}

/** Turns the rows of tables into what bodies are read and responses are made by. */
class Tables {
  constructor(
    private readonly shapes: Shapes,
    private readonly modules: ReadonlyMap<string, Module>,
    private readonly ruleOf: RuleOf = () => undefined,
  ) {}

  parameters(rows: ReferenceRows): Fields {
    const inBody = Object.entries(rows).filter(([, row]) => !("in" in row));
    return Object.fromEntries(inBody.map(([name, row]) => [name, this.#parameter(row)]));
  }

  #parameter(row: ReferenceRow): Param {
    if ("module" in row) return { type: "module", module: this.#module(row.module), default: null };
    const { type, min, max, keys, maxBytes, to, as, writeOnly, secret, oneOf, emulated = {} } = row;
    const { zeroIsUnset, clearedByNull, emptiedByUpdate, codes, maxCharacters } = emulated;
    const options = emulated.enum ?? row.enum;
    const format = row.format === undefined || row.format === "rfc3339" ? undefined : formatNamed(row.format);
    const common = {
      required: row.required ?? emulated.required,
      // Null is a value.
      default: emulated.unset === undefined ? row.default : emulated.unset,
      reference: to && { to, as },
      ...{ writeOnly, secret, emptiedByUpdate, codes },
    };
    switch (type) {
      case "string":
        if (row.format === "rfc3339") return { type: "timestamp", ...common };
        return {
          ...{ type, ...common, maxBytes, maxCharacters, format },
          blank: row.default === "",
          enum: options?.map(String),
        };
      case "boolean":
        return { type, ...common };
      case "uint32":
      case "int64":
      case "float64": {
        const [low, high] = type === "uint32" ? [min ?? 0, max ?? UINT32_MAX] : [min, max];
        const limits = { min: low, max: high, serviceMin: emulated.min };
        return { type, ...common, ...limits, zeroIsUnset, enum: options?.map(Number) };
      }
      case "List<string>":
        return { type, ...common, format };
      case "Map<string,string>":
      case "Map<string,int64>":
        return { type, ...common, keys, min, max };
    }
    const [, item] = /^List<(\w+)>$/.exec(type) ?? [];
    if (item !== undefined) return { type: "List<object>", ...common, fields: this.#fields(item) };
    const fields = this.#fields(type);
    return { type: "object", ...common, fields, oneOf, clearedByNull, rule: this.ruleOf(type) };
  }

  field(name: string, row: ReferenceRow, params: Fields): ResponseField {
    if ("module" in row) return { type: "module" };
    const { type, onceOnly, emulated = {} } = row;
    const [of, param] = Object.entries(params).find(([, { reference }]) => reference?.as === name) ?? [];
    const from = emulated.from ?? of;
    switch (type) {
      case "Ref":
      case "List<Ref>":
        return { type, from, to: row.to ?? param?.reference?.to ?? [], onceOnly };
      case "string":
      case "boolean":
      case "int64":
      case "List<string>":
      case "Map<string,string>":
      case "Map<string,int64>":
        return { type, onceOnly, from };
    }
    return type.startsWith("List<")
      ? { type: "List<object>", onceOnly, below: emulated.objectsOf }
      : { type: "object", onceOnly };
  }

  #module(name: string): Module {
    const module = this.modules.get(name);
    if (!module) throw new Error(`emulator/reference/modules.json has no module ${name}`);
    return module;
  }

  #fields(shape: string): Fields {
    if (!Object.hasOwn(this.shapes, shape)) throw new Error(`emulator/reference has no shape ${shape}`);
    return this.parameters(this.shapes[shape] ?? {});
  }
}

const mapValues = <V, W>(values: Readonly<Record<string, V>>, change: (value: V, key: string) => W) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
