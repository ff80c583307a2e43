import { lookups, managed } from "../../provider/families";
import {
  idText,
  isAlwaysSet,
  isNullable,
  lookupsOf,
  nameOfKey,
  type ReadableFamily,
  sourceText,
} from "../../provider/family/described";
import { type Field, knownField, type Shape } from "../../provider/family/field";
import type { Element } from "../../provider/family/resource";
import { visibleFields } from "../../provider/lifecycle";
import { hasStamps, markedDoc, STAMPS } from "./class-text";
import { GENERATED } from "./indexes";
import { comment, type TypeTexts } from "./type-text";

/** The families with functions that read their objects. */
export const readableFamilies: readonly ReadableFamily[] = [
  ...managed.filter((family) => family.kind !== "command"),
  ...lookups,
];

export function functionText(family: ReadableFamily, types: TypeTexts): string {
  const parts = [resultText(family, types), argsText(family, types)];
  if (family.kind !== "module" && isNested(family)) parts.push(listArgsText(family));
  parts.push(callsText(family, "dynamic"));
  const body = parts.join("\n");
  return header(body, types) + body;
}

export const functionTypes = (family: ReadableFamily): string[] => [
  `Get${family.name}Args`,
  `${family.name}Result`,
  ...(family.kind !== "module" && isNested(family) ? [`List${family.plural}Args`] : []),
];

type Collection = Exclude<ReadableFamily, { readonly kind: "module" }>;

const isNested = (family: Collection) => family.kind === "resource" && family.pathKeys.length > 0;

function header(body: string, types: TypeTexts): string {
  const typeNames = types.usedIn(body);
  const imports = [
    ...(typeNames.length > 0 ? [`import type { ${typeNames.join(", ")} } from "../resources/types";`] : []),
    `import * as lookup from "./lookup";`,
    ...(body.includes("OneOf<") ? [`import type { OneOf } from "./signatures";`] : []),
  ];
  return `${GENERATED}${imports.join("\n")}\n\n`;
}

function resultText(family: ReadableFamily, types: TypeTexts): string {
  const { inputs, outputs } = visibleFields(family);
  const isStamped = hasStamps(family);
  const lines = [
    ...(isStamped ? [] : [`${comment(idDoc(family), "  ")}  id: string;\n`]),
    ...Object.entries(inputs).map(([key, field]) => inputLine(key, field, types)),
    ...Object.entries(outputs)
      .filter(([key]) => !isStamped || !STAMPS.includes(key))
      .map(([key, field]) => outputLine(key, field, types)),
  ];
  const doc = comment(`Result of \`get${family.name}\`. ${family.summary}\n\n${sourceText(family)}`);
  return `${doc}export interface ${family.name}Result${isStamped ? " extends ObjectResult" : ""} {\n${lines.join("")}}\n`;
}

function inputLine(key: string, field: Field, types: TypeTexts): string {
  const doc = comment(markedDoc(field), "  ");
  return `${doc}  ${key}${isAlwaysSet(field) ? "" : "?"}: ${types.output(field, key)};\n`;
}

function outputLine(key: string, field: Field, types: TypeTexts): string {
  const type = types.output(field, key);
  return `${comment(markedDoc(field), "  ")}  ${key}: ${type}${isNullable(field) ? " | null" : ""};\n`;
}

function argsText(family: ReadableFamily, types: TypeTexts): string {
  const ways = lookupsOf(family);
  const shapes = ways.map((way) => {
    const keys = way.map(
      (key) => `${comment(keyDoc(family, key), "  ")}  ${nameOfKey(key)}: ${keyType(family, key, types)};\n`,
    );
    return `{\n${keys.join("")}}`;
  });
  const by = ways.map((way) => way.map((key) => `\`${nameOfKey(key)}\``).join(", ")).join(", or ");
  const type = shapes.length > 1 ? `OneOf<${shapes.join(" | ")}>` : shapes.join("");
  return `${comment(`Arguments of \`get${family.name}\`: ${by}.`)}export type Get${family.name}Args = ${type};\n`;
}

function keyType(family: ReadableFamily, key: string | Element, types: TypeTexts): string {
  const field = typeof key === "string" ? propertiesOf(family)[key] : undefined;
  return typeof key === "string" && field ? types.output(field, key) : "string";
}

function keyDoc(family: ReadableFamily, key: string | Element): string {
  if (typeof key !== "string") return key.description;
  if (key === "id") return idDoc(family);
  return knownField(propertiesOf(family), key).meta.description;
}

const idDoc = (family: ReadableFamily) =>
  family.kind === "module" ? `Id of the module: \`${idText(family)}\`.` : "Id of the object.";

const propertiesOf = (family: ReadableFamily): Shape =>
  family.kind === "lookup" ? family.outputs : { ...family.outputs, ...family.inputs };

/**
 * Comments are short, because editors also show those of the signatures. The native provider's lists take the plural,
 * which determines the token, and can't be read page by page.
 */
export function callsText(family: ReadableFamily, provider: "dynamic" | "native"): string {
  const { name } = family;
  const from = provider === "dynamic" ? "lookup." : "";
  const kind = family.kind === "module" ? "module" : "object";
  const getters = `/** Reads one ${kind} immediately, including during previews. */
export const get${name}: ${from}Get<Get${name}Args, ${name}Result> = (args, opts) => ${from}get("${name}", args, opts);
/** Reads one ${kind} as soon as the arguments are known. */
export const get${name}Output: ${from}GetOutput<Get${name}Args, ${name}Result> = (args, opts) => ${from}getOutput("${name}", args, opts);
`;
  if (family.kind === "module") return getters;
  const { plural } = family;
  const [within, parameter, at] = isNested(family)
    ? [`List${plural}Args, `, "at, opts", "at"]
    : ["", "opts", "{}"];
  const typeOf = (call: string) => `${from}${within === "" ? call : call.replace(/^(List|Each)/, "$1In")}`;
  const [options, outputOptions] = family.filtered
    ? [`, ${from}ListOptions`, `, ${from}ListOutputOptions`]
    : ["", ""];
  const listed = provider === "native" ? plural : name;
  const lists = `/** Reads all objects immediately, including during previews. */
export const list${plural}: ${typeOf("List")}<${within}${name}Result${options}> = (${parameter}) => ${from}list("${listed}", ${at}, opts);
/** Reads all objects, as an output. */
export const list${plural}Output: ${typeOf("ListOutput")}<${within}${name}Result${outputOptions}> = (${parameter}) => ${from}listOutput("${listed}", ${at}, opts);
`;
  if (provider === "native") return getters + lists;
  return `${getters}${lists}/** Reads all objects page by page. */
export const each${name}: ${typeOf("Each")}<${within}${name}Result${options}> = (${parameter}) => ${from}each("${name}", ${at}, opts);
`;
}

function listArgsText(family: Collection): string {
  const pathKeys = family.kind === "lookup" ? [] : family.pathKeys;
  return `${comment(`Selects the object whose ${family.plural} are listed.`)}export interface List${family.plural}Args {\n${pathKeys
    .map((key) => `${comment(keyDoc(family, key), "  ")}  ${key}: string;\n`)
    .join("")}}\n`;
}
