import type { Json } from "../json";
import type { Family, Operation } from "../schema/family";
import { type Fields, type Module, type Param, unsetValue } from "../schema/params";
import type { ReferenceFamily } from "../schema/reference";
import type { ResponseField } from "../schema/responses";
import { families, references } from "./index";

/** One parameter of a body, with the reference's type notation. */
export interface CatalogueParam {
  /** `string`, `boolean`, `uint32`, `int64`, `float64`, `List<string>`, `Map<string,…>`, or the name of a shape. */
  readonly type: string;
  readonly required?: true;
  readonly writeOnly?: true;
  readonly maxBytes?: number;
  /** Of the number, or of every value of the map. */
  readonly min?: number;
  readonly max?: number;
  readonly enum?: readonly Json[];
  /** Not in the reference, assumed by convention. */
  readonly byConvention?: true;
  /** The only keys defined for a map. */
  readonly keys?: readonly string[];
  /** Value when unspecified. */
  readonly default: Json;
  /** Named rule for the string, such as `hostname`. */
  readonly format?: string;
  readonly fields?: Readonly<Record<string, CatalogueParam>>;
}

/** One field of a response. */
export interface CatalogueField {
  readonly type: string;
  readonly nullable?: true;
  readonly onceOnly?: true;
  readonly enum?: readonly Json[];
  /** Not in the reference, assumed by convention. */
  readonly byConvention?: true;
}

export interface CatalogueOperation {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface CatalogueModule {
  /** Name of the response's shape. */
  readonly shape: string;
  /** Name of the parameters' shape. */
  readonly mutateShape: string;
  readonly params: Readonly<Record<string, CatalogueParam>>;
  readonly response: Readonly<Record<string, CatalogueField>>;
  readonly operations: {
    readonly replace: CatalogueOperation;
    readonly get: CatalogueOperation;
    readonly delete: CatalogueOperation;
  };
}

export interface CatalogueFamily {
  readonly stem: string;
  readonly name: string;
  /** Section of the API reference; undefined for a family that only the service has. */
  readonly section: string | undefined;
  readonly byConvention: boolean;
  readonly serviceOnly?: true;
  readonly collection: string;
  readonly listKey: string;
  /** The list takes a CEL expression. */
  readonly filtered?: true;
  readonly operations: Readonly<Partial<Record<Operation, CatalogueOperation>>>;
  /** Operations on what an object has, other than its modules, such as `sources create`. */
  readonly below: Readonly<Record<string, CatalogueOperation>>;
  /** Empty for a family that cannot be created. */
  readonly create: Readonly<Record<string, CatalogueParam>>;
  readonly update: readonly string[];
  readonly response: Readonly<Record<string, CatalogueField>>;
  readonly modules: Readonly<Record<string, CatalogueModule>>;
}

/** Everything that the emulator serves, in wire spelling. */
export interface Catalogue {
  /** By class name. */
  readonly families: Readonly<Record<string, CatalogueFamily>>;
  readonly detach: readonly CatalogueOperation[];
  readonly commands: readonly CatalogueOperation[];
}

/** The emulator's facts about the API, to be compared with other sources. */
export function catalogue(): Catalogue {
  return {
    families: Object.fromEntries(families.map((family) => [family.name, describeFamily(family)])),
    detach: below(({ detach = {} }) => Object.values(detach).map((segment) => ["DELETE", segment])),
    commands: below(({ commands = {} }) => Object.keys(commands).map((command) => ["POST", command])),
  };
}

/** Operations on single objects that end in a word. */
const below = (wordsOf: (file: ReferenceFamily) => readonly (readonly [method: string, word: string])[]) =>
  [...references.values()].flatMap((file) =>
    wordsOf(file).map(([method, word]) => operation(method, `${file.collection}/{id}/${word}`, 204)),
  );

function describeFamily(family: Family): CatalogueFamily {
  const { stem, name, section, byConvention = false, collection, listKey, update } = family;
  const one = `${collection}/{id}`;
  const rows: Record<Operation, CatalogueOperation> = {
    create: operation("POST", collection, 201),
    get: operation("GET", one, 200),
    list: operation("GET", collection, 200),
    update: operation("PATCH", one, 200),
    delete: operation("DELETE", one, 204),
  };
  const stamps = ["id", ...(["uri", "created_at"] as const).filter((key) => !family.without?.includes(key))];
  return {
    stem,
    name,
    section,
    byConvention,
    ...(family.serviceOnly ? { serviceOnly: true } : {}),
    collection,
    listKey,
    ...(family.filterable ? { filtered: true } : {}),
    operations: Object.fromEntries(family.operations.map((key) => [key, rows[key]])),
    below: references.get(stem)?.below ?? {},
    create: family.operations.includes("create") ? describeFields(family.create) : {},
    update,
    response: {
      ...Object.fromEntries(stamps.map((key) => [key, { type: "string" }])),
      ...mapValues(family.response, (answer, key) =>
        describeAnswer(answer, family.create[answer.from ?? key]),
      ),
    },
    modules: Object.fromEntries(
      Object.entries(family.create).flatMap(([key, param]) =>
        param.type === "module" ? [[key, describeModule(param.module, `${one}/${key}`)]] : [],
      ),
    ),
  };
}

function describeModule(module: Module, path: string): CatalogueModule {
  return {
    shape: module.shape,
    mutateShape: module.mutateShape ?? module.shape,
    params: describeFields(module.fields),
    response: Object.fromEntries(Object.entries(module.fields).map(([name, param]) => answerOf(name, param))),
    operations: {
      replace: operation("PUT", path, 200),
      get: operation("GET", path, 200),
      delete: operation("DELETE", path, 204),
    },
  };
}

/** A module's response is derived from its parameters: ids become Refs. */
function answerOf(name: string, param: Param): [string, CatalogueField] {
  if (param.reference?.as === undefined) {
    const nullable = unsetValue(param) === null && !param.required;
    return [name, { type: typeName(param), ...(nullable ? { nullable } : {}), ...enumOf(param) }];
  }
  const type = param.type === "List<string>" ? "List<Ref>" : "Ref";
  return [param.reference.as, { type, ...(type === "Ref" ? { nullable: true } : {}) }];
}

function enumOf(holder: object | undefined): { readonly enum?: readonly Json[] } {
  return holder && "enum" in holder && Array.isArray(holder.enum) ? { enum: holder.enum } : {};
}

function describeFields(fields: Fields): Record<string, CatalogueParam> {
  return mapValues(fields, describeParam);
}

function describeParam(param: Param): CatalogueParam {
  return {
    type: typeName(param),
    ...(param.required ? { required: true } : {}),
    ...(param.writeOnly ? { writeOnly: true } : {}),
    ...(param.byConvention ? { byConvention: true } : {}),
    ...("maxBytes" in param && param.maxBytes !== undefined ? { maxBytes: param.maxBytes } : {}),
    ...("min" in param && param.min !== undefined ? { min: param.min } : {}),
    ...("max" in param && param.max !== undefined ? { max: param.max } : {}),
    ...enumOf(param),
    ...("keys" in param && param.keys !== undefined ? { keys: param.keys } : {}),
    default: unsetValue(param),
    ...("format" in param && param.format !== undefined ? { format: param.format.name } : {}),
    ...(param.type === "object" ? { fields: describeFields(param.fields) } : {}),
  };
}

function describeAnswer(answer: ResponseField, param: Param | undefined): CatalogueField {
  return {
    type: answer.type === "module" && param?.type === "module" ? param.module.shape : shapeOf(answer),
    ...(answer.nullable ? { nullable: true } : {}),
    ...(answer.onceOnly ? { onceOnly: true } : {}),
    ...(answer.byConvention ? { byConvention: true } : {}),
    ...enumOf(answer.enum ? answer : param),
  };
}

function shapeOf(answer: ResponseField): string {
  if (answer.type === "object" && answer.shape) return answer.shape;
  if (answer.type === "List<object>" && answer.shape) return `List<${answer.shape}>`;
  return answer.type;
}

function typeName(param: Param): string {
  if (param.type === "module") return param.module.mutateShape ?? param.module.shape;
  if (param.type === "object") return param.shape;
  if (param.type === "List<object>") return `List<${param.shape}>`;
  return param.type === "timestamp" ? "string" : param.type;
}

function operation(method: string, path: string, status: number): CatalogueOperation {
  return { method, path, status };
}

function mapValues<V, W>(
  values: { readonly [key: string]: V },
  change: (value: V, key: string) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
