import {
  type Behavior,
  type Family,
  type FilterFields,
  type FilterType,
  type ResponseField,
  TIMESTAMP,
} from "./family";
import { findFormat } from "./formats";
import type { Fields, Module, ModuleBehavior, Param } from "./params";
import {
  OPERATIONS,
  type ReferenceFamily,
  type ReferenceModules,
  type ReferenceRow,
  type ReferenceRows,
} from "./reference";

type Shapes = NonNullable<ReferenceFamily["shapes"]>;

const UINT32_MAX = 4_294_967_295;

export function modulesFrom(
  { modules, shapes }: ReferenceModules,
  behaviors: Readonly<Record<string, ModuleBehavior>>,
): ReadonlyMap<string, Module> {
  const tables = new Tables(shapes, new Map());
  const unknown = Object.keys(behaviors).filter((name) => !Object.hasOwn(modules, name));
  if (unknown.length > 0) throw new Error(`emulator/reference/modules.json has no ${unknown.join(", ")}`);
  return new Map(
    Object.entries(modules).map(([name, { parameters }]) => [
      name,
      { fields: tables.parameters(parameters), ...behaviors[name] },
    ]),
  );
}

export function familyFrom(
  stem: string,
  file: ReferenceFamily,
  modules: ReadonlyMap<string, Module>,
  { compute = {}, ...behavior }: Behavior = {},
): Family {
  const { id, uri, created_at, ...fields } = file.response;
  const tables = new Tables(file.shapes ?? {}, modules);
  const create = tables.parameters(file.create ?? file.seeded ?? {});
  const unknown = Object.keys(compute).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0)
    throw new Error(`emulator/reference/${stem}.json has no field ${unknown.join(", ")}`);
  return {
    ...file,
    create,
    filter: file.filter && filterTypes(file.filter, file.response),
    operations: file.operations ?? OPERATIONS,
    response: Object.fromEntries(
      Object.entries(fields).map(([key, row]) => [
        key,
        { ...tables.field(key, row, create), compute: compute[key] },
      ]),
    ),
    ...file.emulated,
    ...behavior,
  };
}

const filterTypes = (filter: readonly string[], rows: ReferenceRows): FilterFields =>
  Object.fromEntries(filter.map((path) => [path, filterType(rows[path.replace(/\.id$/, "")])]));

function filterType(row: ReferenceRow | undefined): FilterType {
  if (row === undefined || "module" in row) throw new Error("a filter names a field that responses lack");
  if (row.format === "rfc3339") return TIMESTAMP;
  if (row.type === "List<string>") return "list<string>";
  if (row.type === "boolean") return "bool";
  return row.type === "Ref" ? "Ref" : "string";
}

/** Converts the rows of tables to parameters of bodies and fields of responses. */
class Tables {
  constructor(
    private readonly shapes: Shapes,
    private readonly modules: ReadonlyMap<string, Module>,
  ) {}

  parameters(rows: ReferenceRows): Fields {
    const bodyRows = Object.entries(rows).filter(([, row]) => !("in" in row));
    return Object.fromEntries(bodyRows.map(([name, row]) => [name, this.#parameter(row)]));
  }

  #parameter(row: ReferenceRow): Param {
    if ("module" in row) {
      const module = this.modules.get(row.module);
      if (!module) throw new Error(`emulator/reference/modules.json has no module ${row.module}`);
      return { type: "module", module, default: null };
    }
    const { format, emulated = {}, ...plain } = row;
    const { min: serviceMin, unset, from: _, objectsOf: __, ...additions } = emulated;
    const shape = /^(?:List<)?([A-Z]\w*)>?$/.exec(row.type)?.[1];
    const objectType = row.type.startsWith("List<") ? "List<object>" : "object";
    const isTime = format === "rfc3339";
    const bounds = row.type === "uint32" && { min: row.min ?? 0, max: row.max ?? UINT32_MAX };
    return {
      ...plain,
      ...additions,
      ...bounds,
      serviceMin,
      type: isTime ? "timestamp" : shape === undefined ? (row.type as Param["type"]) : objectType,
      // An `unset` of null is a value, so `??` would ignore it.
      default: unset === undefined ? row.default : unset,
      blank: row.default === "",
      format: format === undefined || isTime ? undefined : findFormat(format),
      fields: shape === undefined ? undefined : this.#fields(shape),
    };
  }

  field(name: string, row: ReferenceRow, params: Fields): ResponseField {
    if ("module" in row) return { type: "module" };
    const [input, param] = Object.entries(params).find(([, { as }]) => as === name) ?? [];
    const { from = input, objectsOf: nestedCollection } = row.emulated ?? {};
    return { type: row.type, onceOnly: row.onceOnly, from, nestedCollection, to: row.to ?? param?.to ?? [] };
  }

  #fields(shape: string): Fields {
    if (!Object.hasOwn(this.shapes, shape)) throw new Error(`emulator/reference has no shape ${shape}`);
    return this.parameters(this.shapes[shape] ?? {});
  }
}
