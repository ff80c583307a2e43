import { notes, stamps } from "../../../provider/families/common";
import { enabled } from "../../../provider/families/modules/edge-module";
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
import { commonInputs, commonOutputs, listText } from "../../../provider/family/resource";
import { isNullableOutput, limitsOf } from "../family-texts";
import { code, codes, section, table } from "../markdown";
import { findNamedType } from "./type-names";

export function inputsText(family: ManagedFamily): string {
  const head = ["type", "meaning, limits, and default"];
  const [common, own] = partition(
    family.inputs,
    (key, field) => isCommonInput(key, field) && fixedOf(family, key) === undefined,
  );
  const nested = nestedTexts(
    family.inputs,
    ["key", ...head],
    (key, field, { path }) => (isModuleSwitch(field) ? [] : inputRow(family, [...path, key], field)),
    ({ path }) => {
      const type = findNamedType(family.name, path);
      return type ? `Type: ${code(`${type.name}Args`)}.` : "";
    },
  );
  return section(
    "## Inputs",
    table(
      ["input", ...head],
      own.map(([key, field]) => inputRow(family, [key], field)),
    ),
    common.length === 0 ? "" : `Also ${listText(common.map(commonText), "conjunction")}.`,
    ...nested,
  );
}

function inputRow(family: ManagedFamily, path: NestedField["path"], field: Field): string[] {
  const key = String(path.at(-1));
  const isNested = path.length > 1;
  const namedType = findNamedType(family.name, path);
  const type = [
    namedType?.isEnum ? `${typeText(field)} (${code(namedType.name)})` : typeText(field),
    isRequired(field) ? "**required**" : "",
    isNested ? "" : changeText(family, key, field),
  ];
  const meaning = [meaningText(field), isNested ? "" : removalText(family, key, field)];
  return [code(key), joinFilled(type, ", "), joinFilled(meaning, " ")];
}

const joinFilled = (texts: readonly string[], separator: string) =>
  texts.filter((text) => text !== "").join(separator);

const partition = (shape: Shape, isCommon: (key: string, field: Field) => boolean) => {
  const entries = Object.entries(shape);
  return [
    entries.filter(([key, field]) => isCommon(key, field)),
    entries.filter(([key, field]) => !isCommon(key, field)),
  ] as const;
};

/** Properties whose meaning docs/resources/README.md states for all classes. */
const ADOPTION = [...Object.keys(commonInputs), "adopt", ...Object.keys(commonOutputs)];
const METADATA = notes("").metadata;

/** True for `enabled` of a module. Shared fields are recognized by their descriptions. */
const isModuleSwitch = ({ meta }: Field) => meta.description === enabled.meta.description;

function isCommonInput(key: string, { meta }: Field): boolean {
  if (ADOPTION.includes(key)) return true;
  if (key === "metadata") return meta.description === METADATA.meta.description;
  return key === "description" && /^What the [a-z ]+ is (used )?for\.$/.test(meta.description);
}

function commonText([key, field]: readonly [string, Field]): string {
  const { maxBytes, maxCharacters } = field.kind === "leaf" ? field : {};
  if (maxBytes !== undefined) return `${code(key)} (at most ${maxBytes} bytes)`;
  return maxCharacters === undefined ? code(key) : `${code(key)} (at most ${maxCharacters} characters)`;
}

/** Objects of the same type share a table. */
function nestedTexts(
  shape: Shape,
  head: readonly string[],
  /** Returns no cells to omit the row. */
  row: (key: string, field: Field, place: NestedField) => readonly string[],
  introText: (place: NestedField) => string = () => "",
): string[] {
  const texts = fieldsIn(shape, isReference).flatMap((place) => {
    const { field, path } = place;
    if (field.kind !== "object" || isReference(field)) return [];
    const rows = Object.entries(field.shape).map(([key, child]) => row(key, child, place));
    const filled = rows.filter((cells) => cells.length > 0);
    const body = filled.length === 0 ? `Only ${code("enabled")}.` : table(head, filled);
    return [{ path, text: joinFilled([introText(place), body], "\n\n") }];
  });
  return groupPaths(texts).map(([paths, text]) => section(`### ${paths}`, text));
}

/** Returns each text with the paths that share it. */
const groupPaths = (texts: readonly { readonly path: NestedField["path"]; readonly text: string }[]) =>
  [...Map.groupBy(texts, ({ text }) => text)].map(
    ([text, group]) => [codes(group.map(({ path }) => pathText(path))), text] as const,
  );

/** True for a reference to another object, which needs no table. */
const isReference = ({ meta }: Field) => meta.typeName?.startsWith("Ref") === true;

const pathText = (path: NestedField["path"]) => path.filter((step) => step !== ANY).join(".");

export function outputsText(family: ManagedFamily): string {
  const computed = Object.fromEntries(
    Object.entries(family.outputs).filter(([key]) => !(key in family.inputs) && !ADOPTION.includes(key)),
  );
  const stampKeys: Record<string, Field> = stamps;
  const [common, own] = partition(
    computed,
    (key, { meta }) => meta.description === stampKeys[key]?.meta.description,
  );
  const head = ["type", "meaning"];
  const cells = (key: string, field: Field) => [code(key), outputTypeText(field), meaningText(field)];
  return section(
    "## Outputs",
    table(
      ["output", ...head],
      own.map(([key, field]) => cells(key, field)),
    ),
    `${own.length > 0 ? "Also" : "Only"} ${listText(["the inputs", code("id"), ...common.map(([key]) => code(key))], "conjunction")}.`,
    ...nestedTexts(Object.fromEntries(own), ["key", ...head], cells),
  );
}

const outputTypeText = (field: Field) =>
  isNullableOutput(field) ? `${typeText(field).replace(" or ", ", ")} or null` : typeText(field);

function typeText(field: Field): string {
  const { typeName, description } = field.meta;
  if (typeName === "Ref") return "reference";
  if (typeName === "Ref[]") return "references";
  if (typeName?.endsWith("TrafficPolicy")) return "string or object";
  switch (field.kind) {
    case "object":
      return "object";
    case "list":
      return `${field.isSet ? "set" : "list"} of ${plural(typeText(field.item))}`;
    case "map":
      return `map of ${plural(typeText(field.value))}`;
    case "union":
      return field.options.map(typeText).join(" or ");
    case "leaf":
      if (field.values) return codes(field.responseValues ?? field.values);
      if (description.endsWith(TIME)) return "time";
      return field.type === "any" ? "any value" : field.type;
  }
}

const plural = (type: string) => (/^(string|number|boolean|object)$/.test(type) ? `${type}s` : type);

/** Sentences that the column of types makes redundant. */
const TIME = " A time in RFC 3339 format.";
const SET = " Order is ignored.";

function meaningText(field: Field): string {
  const { meta } = field;
  const { description } = meta;
  const meaning = description.replace(TIME, "").replace(field.kind === "list" && field.isSet ? SET : "", "");
  const refersTo = (classesOf(field) ?? []).filter((name) => !new RegExp(`\\b${name}\\b`).test(meaning));
  const facts = [
    isSecret(field) ? "Secret." : "",
    ...limitsOf(field),
    refersTo.length > 0 ? `Refers to ${codes(refersTo)}.` : "",
    meta.returned === "never" ? "Never returned, so it isn't compared." : "",
    meta.volatile && !isReference(field) ? "*Volatile.*" : "",
    meta.deprecated ? `**Deprecated:** ${meta.deprecated}` : "",
  ];
  return joinFilled([meaning, ...meaningsOf(field), ...facts], " ");
}

const meaningsOf = (field: Field): string[] =>
  field.kind === "leaf"
    ? Object.entries(field.meanings ?? {}).map(([value, text]) => `${code(value)}: ${text}`)
    : [];

function changeText(family: ManagedFamily, key: string, field: Field): string {
  if (field.isLocal) return "*local*";
  const fixed = family.kind === "command" ? undefined : fixedOf(family, key);
  if (fixed === undefined) return "";
  return fixed === "whole" ? "**replaces**" : `a different ${fixed.name} **replaces**`;
}

/** Says what removing an input does, if that differs from docs/resources/README.md. */
function removalText(family: ManagedFamily, key: string, field: Field): string {
  if (isRequired(field) || family.kind !== "resource" || field.isLocal) return "";
  return field.isKept && !family.parts?.[key] ? "Removal changes nothing." : "";
}

export function ruleTexts(shape: Shape, rules: readonly Rule[]): string[] {
  const nested = fieldsIn(shape).flatMap(({ field, path }) =>
    (field.kind === "object" ? (field.rules ?? []) : []).map(({ text }) => ({ path, text })),
  );
  return [
    ...rules.map(({ text }) => text),
    ...groupPaths(nested).map(([paths, text]) => `${paths}: ${text}`),
  ];
}
