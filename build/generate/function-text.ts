import {
  idText,
  isAlwaysSet,
  isNullable,
  lookupsOf,
  nameOfKey,
  sourceText,
} from "../../provider/family/described";
import { type Field, knownField, type Shape } from "../../provider/family/field";
import type { Element } from "../../provider/family/resource";
import { visibleFields } from "../../provider/lifecycle";
import { markedDoc } from "./class-text";
import type { ReadableFamily } from "./families";
import { GENERATED } from "./indexes";
import { comment, type TypeTexts } from "./type-text";

/** Source of the functions that read the objects of one family. */
export function functionText(family: ReadableFamily, types: TypeTexts): string {
  const parts = [resultText(family, types), argsText(family, types)];
  if (family.kind !== "module" && isNested(family)) parts.push(listArgsText(family));
  parts.push(callsText(family));
  const body = parts.join("\n");
  return header(body, types) + body;
}

function callsText(family: ReadableFamily): string {
  if (family.kind === "module") return getText(family);
  return [getText(family), listText(family), eachText(family)].join("\n");
}

/** The types that the functions of a family use. */
export const functionTypes = (family: ReadableFamily): string[] => [
  `Get${family.name}Args`,
  `${family.name}Result`,
  ...(family.kind !== "module" && isNested(family) ? [`List${family.plural}Args`] : []),
];

type Collection = Exclude<ReadableFamily, { readonly kind: "module" }>;

export const isNested = (family: Collection) => family.kind === "resource" && family.pathKeys.length > 0;

/** The names of `lookup.ts` that the functions use. */
function lookupNames(body: string): string[] {
  const options = ["InputsOf", "ListOptions", "ListOutputOptions", "LookupOptions", "LookupOutputOptions"];
  const calls = ["each", "get", "getOutput", "list", "listOutput"];
  return [
    ...calls.filter((name) => body.includes(`return ${name}<`)),
    ...options.filter((name) => new RegExp(`[ :]${name}\\b`).test(body)).map((name) => `type ${name}`),
  ];
}

function header(body: string, types: TypeTexts): string {
  const used = types.usedIn(body);
  const imports = [
    `import type * as pulumi from "@pulumi/pulumi";`,
    ...(used.length > 0 ? [`import type { ${used.join(", ")} } from "../resources/types";`] : []),
    `import { ${lookupNames(body).join(", ")} } from "./lookup";`,
  ];
  return `${GENERATED}${imports.join("\n")}\n\n`;
}

function resultText(family: ReadableFamily, types: TypeTexts): string {
  const { inputs, outputs } = visibleFields(family);
  const lines = [
    `${comment(idDoc(family), "  ")}  id: string;\n`,
    ...Object.entries(inputs).map(([key, field]) => inputLine(key, field, types)),
    ...Object.entries(outputs).map(([key, field]) => outputLine(key, field, types)),
  ];
  const doc = comment(`What the service says of one object. ${family.summary}\n\n${sourceText(family)}`);
  return `${doc}export interface ${family.name}Result {\n${lines.join("")}}\n`;
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
  const all = [...new Set(ways.flat().map(nameOfKey))];
  const shapes = ways.map((way) => {
    const names = way.map(nameOfKey);
    const given = way.map(
      (key) => `${comment(keyDoc(family, key), "  ")}  ${nameOfKey(key)}: ${keyType(family, key, types)};\n`,
    );
    const others = all.filter((key) => !names.includes(key)).map((key) => `  ${key}?: never;\n`);
    return `{\n${given.join("")}${others.join("")}}`;
  });
  const by = ways.map((way) => way.map((key) => `\`${nameOfKey(key)}\``).join(", ")).join(", or by ");
  return `${comment(`By what \`get${family.name}\` looks an object up: by ${by}.`)}export type Get${family.name}Args = ${shapes.join(" | ")};\n`;
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

function getText(family: ReadableFamily): string {
  const { name } = family;
  const what = family.kind === "module" ? "module" : "object";
  const none =
    family.kind === "module" ? "when it is not set" : "when there is no such object, or more than one";
  return `${comment(
    `Reads one ${what} now, at preview as well. Secrets are plain values in the result: keep them out of logs, or use \`get${name}Output\`, which marks them.\n\n@throws Error ${none}.`,
  )}export function get${name}(args: Get${name}Args, opts?: LookupOptions): Promise<${name}Result> {
  return get<${name}Result>("${name}", args, opts);
}

${comment(
  `Reads one ${what} as soon as what it is looked up by is known. The output is a secret when the result holds one.`,
)}export function get${name}Output(args: InputsOf<Get${name}Args>, opts?: LookupOutputOptions): pulumi.Output<${name}Result> {
  return getOutput<${name}Result>("${name}", args, opts);
}
`;
}

/** What a collection is in. */
function listArgsText(family: Collection): string {
  const pathKeys = family.kind === "lookup" ? [] : family.pathKeys;
  return `${comment(`What the ${family.plural} that are listed belong to.`)}export interface List${family.plural}Args {\n${pathKeys
    .map((key) => `${comment(keyDoc(family, key), "  ")}  ${key}: string;\n`)
    .join("")}}\n`;
}

/** The parameter with what a collection is in, and its value. */
function parentParameter(family: Collection) {
  if (!isNested(family)) return { plain: "", inputs: "", at: "{}" };
  const type = `List${family.plural}Args`;
  return { plain: `at: ${type}, `, inputs: `at: InputsOf<${type}>, `, at: "at" };
}

function listText(family: Collection): string {
  const { name, plural } = family;
  const { plain, inputs, at } = parentParameter(family);
  const [options, outputOptions] = family.filtered
    ? ["ListOptions", "ListOutputOptions"]
    : ["LookupOptions", "LookupOutputOptions"];
  const some = family.filtered ? "With `filter` the service selects among them. " : "";
  const order = "in the order of the service, which is newest first by convention";
  return `${comment(
    `Reads all objects of the collection now, at preview as well, ${order}. ${some}For big accounts see \`each${name}\`.`,
  )}export function list${plural}(${plain}opts?: ${options}): Promise<${name}Result[]> {
  return list<${name}Result>("${name}", ${at}, opts);
}

${comment(
  "Reads all objects of the collection. The output is a secret when one of them holds a secret.",
)}export function list${plural}Output(${inputs}opts?: ${outputOptions}): pulumi.Output<${name}Result[]> {
  return listOutput<${name}Result>("${name}", ${at}, opts);
}
`;
}

function eachText(family: Collection): string {
  const { name } = family;
  const { plain, at } = parentParameter(family);
  const options = family.filtered ? "ListOptions" : "LookupOptions";
  return `${comment(
    `Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a loop that ends early reads no more than it needs.`,
  )}export function each${name}(${plain}opts?: ${options}): AsyncGenerator<${name}Result, void> {
  return each<${name}Result>("${name}", ${at}, opts);
}
`;
}
