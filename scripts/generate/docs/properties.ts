import { z } from "zod";
import { isRequired, metaOf, type Rule, type Shape, shapeOf, unwrap } from "../../../provider/family/fields";
import type { ClassFamily } from "../families";
import { isNullable } from "../type-text";
import { code, codes, section, table } from "./markdown";

/** The inputs of a class, with a table of its own for every nested object. */
export function inputsText(family: ClassFamily): string {
  const rows = Object.entries(family.inputs).map(([key, schema]) => [
    code(key),
    typeText(schema, key),
    isRequired(schema) ? "yes" : "",
    meaning(schema),
    changeText(family, key, schema),
    removalText(family, key, schema),
  ]);
  return section(
    "## Inputs",
    table(["input", "type", "required", "meaning, limits and default", "a change", "taking it away"], rows),
    ...nestedTexts(family.inputs),
  );
}

function nestedTexts(shape: Shape, path = ""): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const nested = nestedShape(schema);
    if (!nested) return [];
    const at = path === "" ? key : `${path}.${key}`;
    const rows = Object.entries(nested).map(([childKey, child]) => [
      code(childKey),
      typeText(child, `${at}.${childKey}`),
      isRequired(child) ? "yes" : "",
      meaning(child),
    ]);
    const head = ["key", "type", "required", "meaning, limits and default"];
    return [section(`### ${code(at)}`, table(head, rows)), ...nestedTexts(nested, at)];
  });
}

/** The keys of an object, also of one that is one of two possible types. */
function nestedShape(schema: z.ZodType): Shape | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion)
    return inner.options.map((option) => shapeOf(option as z.ZodType)).find((shape) => shape !== undefined);
  return shapeOf(inner);
}

/** The outputs of a class beside its inputs. */
export function outputsText(family: ClassFamily): string {
  const own = Object.entries(family.outputs).filter(([key]) => !(key in family.inputs));
  const rows = own.map(([key, schema]) => [code(key), answerTypeText(schema, key), meaning(schema)]);
  const id: string[] = [code("id"), "string", "Id of the object."];
  return section(
    "## Outputs",
    "The inputs, and:",
    table(["output", "type", "meaning"], [id, ...rows]),
    ...outputTables(own),
  );
}

function outputTables(entries: readonly (readonly [string, z.ZodType])[], path = ""): string[] {
  return entries.flatMap(([key, schema]) => {
    const inner = unwrap(schema);
    const shape = metaOf(inner).typeName?.startsWith("Ref")
      ? undefined
      : shapeOf(inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner);
    if (!shape) return [];
    const at = path === "" ? key : `${path}.${key}`;
    const rows = Object.entries(shape).map(([childKey, child]) => [
      code(childKey),
      answerTypeText(child, `${at}.${childKey}`),
      meaning(child),
    ]);
    return [
      section(`### ${code(at)}`, table(["key", "type", "meaning"], rows)),
      ...outputTables(Object.entries(shape), at),
    ];
  });
}

const answerTypeText = (schema: z.ZodType, at: string) =>
  isNullable(schema) ? `${typeText(schema, at).replace(" or ", ", ")} or null` : typeText(schema, at);

function typeText(schema: z.ZodType, at: string): string {
  const inner = unwrap(schema);
  const { typeName } = metaOf(inner);
  if (typeName === "Ref") return "reference `{ id, uri }`";
  if (typeName === "Ref[]") return "list of references `{ id, uri }`";
  if (typeName === "TrafficPolicy") return "string or object";
  const named = shapeOf(inner) ? `object, see ${code(at)}` : undefined;
  if (named) return named;
  if (inner instanceof z.ZodArray) {
    const element = inner.element as z.ZodType;
    return shapeOf(element) ? `list of objects, see ${code(at)}` : `list of ${plural(typeText(element, at))}`;
  }
  if (inner instanceof z.ZodRecord) return `map of ${plural(typeText(inner.valueType as z.ZodType, at))}`;
  if (inner instanceof z.ZodUnion)
    return inner.options.map((option) => typeText(option as z.ZodType, at)).join(" or ");
  if (inner instanceof z.ZodEnum) return codes((metaOf(inner).answers ?? inner.options).map(String));
  if (inner instanceof z.ZodString) return "string";
  if (inner instanceof z.ZodNumber) return "number";
  return inner instanceof z.ZodBoolean ? "boolean" : "any value";
}

const plural = (type: string) => (/^(string|number|boolean)$/.test(type) ? `${type}s` : type);

function meaning(schema: z.ZodType): string {
  const meta = metaOf(schema);
  const facts = [
    meta.secret ? "Secret." : "",
    meta.maxBytes === undefined ? "" : `At most ${meta.maxBytes} bytes of UTF-8.`,
    rangeText(meta.range),
    meta.default === undefined ? "" : `Default: ${code(JSON.stringify(meta.default))}.`,
    meta.serverDefault ? "When not given, the service picks a value." : "",
    meta.refersTo ? `Refers to ${codes(meta.refersTo)}.` : "",
    meta.writeOnly ? "Never returned: the program's value is trusted." : "",
    meta.volatile ? "Changes by itself; never reported as a difference." : "",
    meta.deprecated ? `**Deprecated:** ${meta.deprecated}` : "",
  ];
  return [meta.description, ...facts].filter((text) => text !== "").join(" ");
}

function rangeText(range: readonly [number, number] | undefined): string {
  if (!range) return "";
  const [low, high] = range;
  return high === Number.MAX_SAFE_INTEGER ? `At least ${low}.` : `From ${low} to ${high}.`;
}

function changeText(family: ClassFamily, key: string, schema: z.ZodType): string {
  if (family.kind === "command")
    return family.triggers.includes(key) ? "runs the command again" : "runs nothing by itself";
  if (key === "adoptId") return "replaces, if it names another object";
  if (metaOf(schema).local) return "in place; nothing is sent";
  const replaces = family.kind === "resource" ? family.replaceKeys : family.pathKeys;
  return replaces.includes(key) ? "**replaces**" : "in place";
}

function removalText(family: ClassFamily, key: string, schema: z.ZodType): string {
  const meta = metaOf(schema);
  if (isRequired(schema) || family.kind === "command" || meta.local) return "";
  if (family.kind === "module") return meta.serverDefault ? "the service picks" : "the default is sent";
  const part = family.parts?.[key];
  if (part) return code(`DELETE …/${part.segment}`);
  if (meta.keepWhenUnset) return "no change";
  if (family.replaceKeys.includes(key))
    return meta.default === undefined ? "**replaces**" : "**replaces**, unless it was the default";
  return "the default is sent";
}

/** Paths of all properties that are marked as secrets in the state. */
export function secretPaths(shape: Shape, path = ""): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const at = path === "" ? key : `${path}.${key}`;
    if (metaOf(schema).secret) return [at];
    const nested = nestedShape(schema);
    return nested ? secretPaths(nested, at) : [];
  });
}

/** What is refused at preview beyond types and limits. */
export function ruleTexts(shape: Shape, rules: readonly Rule[], path = ""): string[] {
  const own = rules.map(({ text }) => (path === "" ? text : `${code(path)}: ${text}`));
  const below = Object.entries(shape).flatMap(([key, schema]) => {
    const nested = nestedShape(schema);
    const at = path === "" ? key : `${path}.${key}`;
    return nested ? ruleTexts(nested, metaOf(schema).rules ?? [], at) : [];
  });
  return [...own, ...below];
}
