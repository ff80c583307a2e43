import { type Behaviour, EVERY_OPERATION, type Family } from "./family";
import { formatNamed } from "./formats";
import type { Fields, Module, ModuleBehaviour, ObjectParam, Param } from "./params";
import type { PlainRow, ReferenceFamily, ReferenceModules, ReferenceRow, ReferenceRows } from "./reference";
import type { ResponseField } from "./responses";

type Shapes = NonNullable<ReferenceFamily["shapes"]>;

const UINT32_MAX = 4_294_967_295;

/** The rule across the fields of an object of a shape. */
type RuleOf = (shape: string) => ObjectParam["rule"];

/** The modules of edges and routes: what the tables say, and what only code can say. */
export function modulesFrom(
  { modules, shapes }: ReferenceModules,
  behaviours: Readonly<Record<string, ModuleBehaviour>>,
  ruleOf: RuleOf,
): ReadonlyMap<string, Module> {
  const tables = new Tables(shapes, new Map(), ruleOf);
  const unknown = Object.keys(behaviours).filter((name) => !Object.hasOwn(modules, name));
  if (unknown.length > 0) throw new Error(`emulator/reference/modules.json has no ${unknown.join(", ")}`);
  return new Map(
    Object.entries(modules).map(([name, { parameters }]) => [
      name,
      { fields: tables.parameters(parameters), ...behaviours[name] },
    ]),
  );
}

/** A family: what its tables say, and what only code can say. */
export function familyFrom(
  stem: string,
  file: ReferenceFamily,
  modules: ReadonlyMap<string, Module>,
  { compute = {}, ...behaviour }: Behaviour = {},
): Family {
  const {
    by,
    filter,
    operations = EVERY_OPERATION,
    create,
    seeded,
    update = [],
    response,
    shapes = {},
  } = file;
  const { id: _, uri, created_at, ...fields } = response;
  const tables = new Tables(shapes, modules);
  const params = tables.parameters(create ?? seeded ?? {});
  const { name, collection, listKey, listedInParent, idPrefix, seedable, emulated } = file;
  const without = [...(uri ? [] : (["uri"] as const)), ...(created_at ? [] : (["created_at"] as const))];
  const unknown = Object.keys(compute).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0)
    throw new Error(`emulator/reference/${stem}.json has no field ${unknown.join(", ")}`);
  return {
    name,
    ...(by === "service" ? { serviceOnly: true } : {}),
    collection,
    listKey,
    ...(listedInParent ? { listedInParent } : {}),
    ...(filter ? { filterable: filter } : {}),
    idPrefix,
    operations,
    create: params,
    update,
    response: mapValues(fields, (row, key) => ({
      ...tables.field(key, row, params),
      ...(compute[key] ? { compute: compute[key] } : {}),
    })),
    ...(without.length > 0 ? { without } : {}),
    ...(seedable ? { seedable } : {}),
    ...emulated,
    ...behaviour,
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
    const common = this.#common(row);
    const { type, min, max, keys, maxBytes, format, emulated = {} } = row;
    const { zeroIsUnset, clearedByNull } = emulated;
    const options = emulated.enum ?? row.enum;
    const range = { ...given("min", min), ...given("max", max) };
    switch (type) {
      case "string":
        if (format === "rfc3339") return { type: "timestamp", ...common };
        return {
          type,
          ...common,
          ...(row.default === "" ? { blank: true } : {}),
          ...given("maxBytes", maxBytes),
          ...given("maxCharacters", emulated.maxCharacters),
          ...given("enum", options?.map(String)),
          ...(format === undefined ? {} : { format: formatNamed(format) }),
        };
      case "boolean":
        return { type, ...common };
      case "uint32":
      case "int64":
      case "float64":
        return {
          type,
          ...common,
          ...(type === "uint32" ? { min: 0, max: UINT32_MAX } : {}),
          ...range,
          ...given("serviceMin", emulated.min),
          ...given("zeroIsUnset", zeroIsUnset),
          ...given("enum", options?.map(Number)),
        };
      case "List<string>":
        return { type, ...common, ...(format === undefined ? {} : { format: formatNamed(format) }) };
      case "Map<string,string>":
      case "Map<string,int64>":
        return { type, ...common, ...given("keys", keys), ...range };
    }
    const [, item] = /^List<(\w+)>$/.exec(type) ?? [];
    if (item !== undefined) return { type: "List<object>", ...common, fields: this.#fields(item) };
    return {
      type: "object",
      ...common,
      fields: this.#fields(type),
      ...given("oneOf", row.oneOf),
      ...given("clearedByNull", clearedByNull),
      ...given("rule", this.ruleOf(type)),
    };
  }

  #common({ required, writeOnly, secret, to, as, emulated = {}, ...row }: PlainRow) {
    return {
      ...given("required", required ?? emulated.required),
      // Null is a value.
      ...given("default", emulated.unset === undefined ? row.default : emulated.unset),
      ...(to === undefined ? {} : { reference: { to, ...given("as", as) } }),
      ...given("writeOnly", writeOnly),
      ...given("secret", secret),
      ...given("emptiedByUpdate", emulated.emptiedByUpdate),
      ...given("codes", emulated.codes),
    };
  }

  field(name: string, row: ReferenceRow, params: Fields): ResponseField {
    if ("module" in row) return { type: "module" };
    const { type, onceOnly, emulated = {} } = row;
    const common = given("onceOnly", onceOnly);
    const [of, param] = Object.entries(params).find(([, { reference }]) => reference?.as === name) ?? [];
    const from = emulated.from ?? of;
    switch (type) {
      case "Ref":
      case "List<Ref>":
        return { type, ...given("from", from), to: row.to ?? param?.reference?.to ?? [], ...common };
      case "string":
      case "boolean":
      case "int64":
      case "List<string>":
      case "Map<string,string>":
      case "Map<string,int64>":
        return { type, ...common, ...given("from", from) };
    }
    const [, item] = /^List<(\w+)>$/.exec(type) ?? [];
    return item === undefined
      ? { type: "object", ...common }
      : { type: "List<object>", ...common, ...given("below", emulated.objectsOf) };
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

function given<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: V });
}

const mapValues = <V, W>(values: Readonly<Record<string, V>>, change: (value: V, key: string) => W) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
