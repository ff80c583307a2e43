import type { ManagedFamily } from "../../../provider/family/family-facts";
import {
  ANY,
  classesOf,
  type Field,
  fieldsIn,
  isRequired,
  isSecret,
  type NestedField,
  type Rule,
  type Shape,
} from "../../../provider/family/field";
import { fixedOf } from "../../../provider/family/replacement";
import { commonInputs, commonOutputs } from "../../../provider/family/resource";
import { isNullableOutput, limitsOf } from "../family-texts";
import { code, codes, listText, section, table } from "./markdown";
import { findTypeName } from "./type-names";

export function inputsText(family: ManagedFamily): string {
  const head = ["type", "meaning, limits, and default"];
  const cells = (key: string, field: Field, path: NestedField["path"] = []) => [
    code(key),
    `${inputTypeText(family, field, [...path, key])}${isRequired(field) ? ", **required**" : ""}`,
    meaningText(field),
  ];
  const rows = Object.entries(family.inputs)
    .filter(([key]) => !ADOPTION.includes(key))
    .map(([key, field]) => [
      ...cells(key, field),
      changeText(family, key, field),
      removalText(family, key, field),
    ]);
  return section(
    "## Inputs",
    table(["input", ...head, "if changed", "if removed"], rows),
    adoptionText(family),
    ...nestedTexts(
      family.inputs,
      ["key", ...head],
      (key, field, { path }) => cells(key, field, path),
      ({ path }) => {
        const type = findTypeName(family.name, path);
        return type ? `Type: ${code(`${type.name}Args`)} in TypeScript, Python and Go.` : "";
      },
    ),
  );
}

/** The same for all classes, and therefore on one page. */
const ADOPTION = [...Object.keys(commonInputs), "adopt", ...Object.keys(commonOutputs)];

function adoptionText({ inputs }: ManagedFamily): string {
  const keys = Object.keys(inputs).filter((key) => ADOPTION.includes(key));
  return keys.length === 0
    ? ""
    : `And ${listText(keys.map(code), "conjunction")}, with the output ${codes(Object.keys(commonOutputs))}: see [adoption](../concepts.md#adoption).`;
}

function inputTypeText(family: ManagedFamily, field: Field, path: NestedField["path"]): string {
  const text = typeText(field, pathText(path));
  const type = findTypeName(family.name, path);
  return type?.isEnum ? `${text}: ${code(type.name)} in Python and Go` : text;
}

function nestedTexts(
  shape: Shape,
  head: readonly string[],
  row: (key: string, field: Field, place: NestedField) => readonly string[],
  about: (place: NestedField) => string = () => "",
): string[] {
  return fieldsIn(shape, isReference).flatMap((place) => {
    const { field } = place;
    if (field.kind !== "object" || isReference(field)) return [];
    const rows = Object.entries(field.shape).map(([key, child]) => row(key, child, place));
    return [section(`### ${code(pathText(place.path))}`, about(place), table(head, rows))];
  });
}

/** True for a reference to another object, which needs no table. */
const isReference = ({ meta }: Field) => meta.typeName?.startsWith("Ref") === true;

const pathText = (path: NestedField["path"]) => path.filter((step) => step !== ANY).join(".");

export function outputsText(family: ManagedFamily): string {
  const computed = Object.entries(family.outputs).filter(
    ([key]) => !(key in family.inputs) && !ADOPTION.includes(key),
  );
  const rows = computed.map(([key, field]) => [code(key), outputTypeText(field, key), meaningText(field)]);
  return section(
    "## Outputs",
    `The inputs, ${code("id")}${rows.length > 0 ? ", and:" : "."}`,
    table(["output", "type", "meaning"], rows),
    ...nestedTexts(Object.fromEntries(computed), ["key", "type", "meaning"], (key, field, { path }) => [
      code(key),
      outputTypeText(field, pathText([...path, key])),
      meaningText(field),
    ]),
  );
}

const outputTypeText = (field: Field, at: string) =>
  isNullableOutput(field) ? `${typeText(field, at).replace(" or ", ", ")} or null` : typeText(field, at);

function typeText(field: Field, at: string): string {
  const { typeName } = field.meta;
  if (typeName === "Ref") return "reference `{ id, uri }`";
  if (typeName === "Ref[]") return "list of references `{ id, uri }`";
  if (typeName?.endsWith("TrafficPolicy")) return "string or object";
  switch (field.kind) {
    case "object":
      return `object, see ${code(at)}`;
    case "list":
      return field.item.kind === "object"
        ? `list of objects, see ${code(at)}`
        : `list of ${plural(typeText(field.item, at))}`;
    case "map":
      return `map of ${plural(typeText(field.value, at))}`;
    case "union":
      return field.options.map((option) => typeText(option, at)).join(" or ");
    case "leaf":
      if (field.values) return codes(field.responseValues ?? field.values);
      return field.type === "any" ? "any value" : field.type;
  }
}

const plural = (type: string) => (/^(string|number|boolean)$/.test(type) ? `${type}s` : type);

function meaningText(field: Field): string {
  const { meta } = field;
  const refersTo = classesOf(field);
  const facts = [
    isSecret(field) ? "Secret." : "",
    ...limitsOf(field),
    refersTo ? `Refers to ${codes(refersTo)}.` : "",
    meta.returned === "never" ? "Never returned, so it isn't compared." : "",
    meta.volatile ? "Never reported as a difference." : "",
    meta.deprecated ? `**Deprecated:** ${meta.deprecated}` : "",
  ];
  return [meta.description, ...meaningsOf(field), ...facts].filter((text) => text !== "").join(" ");
}

const meaningsOf = (field: Field): string[] =>
  field.kind === "leaf"
    ? Object.entries(field.meanings ?? {}).map(([value, text]) => `${code(value)}: ${text}`)
    : [];

function changeText(family: ManagedFamily, key: string, field: Field): string {
  if (family.kind === "command")
    return family.triggers.includes(key) ? "runs the command again" : "runs nothing on its own";
  if (field.isLocal) return "in place; nothing is sent";
  const fixed = fixedOf(family, key);
  if (fixed === "whole") return "**replaces**";
  return fixed ? `in place; a different ${fixed.name} **replaces**` : "in place";
}

function removalText(family: ManagedFamily, key: string, field: Field): string {
  if (isRequired(field) || family.kind === "command" || field.isLocal) return "";
  if (family.kind === "module") return field.hasServerDefault ? "the service chooses" : "the default is sent";
  const part = family.parts?.[key];
  if (part) return code(`DELETE …/${part.segment}`);
  if (field.isKept) return "no change";
  if (fixedOf(family, key) === "whole")
    return field.defaultValue === undefined ? "**replaces**" : "**replaces**, unless it was the default";
  return "the default is sent";
}

export const ruleTexts = (shape: Shape, rules: readonly Rule[]): string[] => [
  ...rules.map(({ text }) => text),
  ...fieldsIn(shape).flatMap((place) =>
    place.field.kind === "object"
      ? (place.field.rules ?? []).map(({ text }) => `${code(pathText(place.path))}: ${text}`)
      : [],
  ),
];
