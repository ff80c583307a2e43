import { lookups, managed } from "../../provider/families";
import { idText, lookupsOf, nameOfKey, type ReadableFamily } from "../../provider/family/family-facts";
import { knownField } from "../../provider/family/field";
import type { Element, LookupKey, ResourceFamily } from "../../provider/family/resource";
import { visibleFields } from "../../provider/lifecycle";
import { extendingInterface, markedDoc, propertiesOf, typicalFamily } from "./class-text";
import { isAlwaysSet, sourceText } from "./family-texts";
import { codes } from "./markdown";
import { comment, nullable, optional, propertyText, type TypeTexts } from "./type-text";

/** The families with functions that read their objects. */
export const readableFamilies: readonly ReadableFamily[] = [
  ...managed.filter((family) => family.kind !== "command"),
  ...lookups,
];

export function functionText(family: ReadableFamily, types: TypeTexts): string {
  const parts = [resultText(family, types), argsText(family, types)];
  if (isNested(family)) parts.push(listArgsText(family));
  parts.push(callsText(family, "dynamic"));
  return parts.join("\n");
}

export const functionTypes = (family: ReadableFamily): string[] => [
  `Get${family.name}Args`,
  `${family.name}Result`,
  ...(isNested(family) ? [`List${family.plural}Args`] : []),
];

/** True for a collection within another object. */
const isNested = (family: ReadableFamily): family is ResourceFamily =>
  family.kind === "resource" && family.pathKeys.length > 0;

/** Imports what {@link callsText} may use. */
export const LOOKUP_IMPORT =
  'import { each, eachIn, get, getOutput, type ListOptions, type ListOutputOptions, list, listIn, listInOutput, listOutput } from "./lookup";';

const SHARED_RESULTS = { ObjectResult: ["id", "uri", "createdAt"], MetadataResult: ["metadata"] };

function resultText(family: ReadableFamily, types: TypeTexts): string {
  const doc = comment(`Result of \`get${family.name}\`. ${family.summary}\n\n${sourceText(family)}`);
  const typical = resultLines(typicalFamily(), types);
  return `${doc}${extendingInterface(`${family.name}Result`, resultLines(family, types), SHARED_RESULTS, typical)}`;
}

export function resultLines(family: ReadableFamily, types: TypeTexts): Readonly<Record<string, string>> {
  const { inputs, outputs } = visibleFields(family);
  return Object.fromEntries([
    ["id", propertyText("id", "string", idDoc(family))],
    ...Object.entries(inputs).map(([key, field]) => [
      key,
      propertyText(optional(key, !isAlwaysSet(field)), types.output(field, key), markedDoc(field)),
    ]),
    ...Object.entries(outputs).map(([key, field]) => [
      key,
      propertyText(key, nullable(field, types.output(field, key)), markedDoc(field)),
    ]),
  ]);
}

function argsText(family: ReadableFamily, types: TypeTexts): string {
  const lookupKeys = lookupsOf(family);
  const shapes = lookupKeys.map(
    (lookupKey) =>
      // Modules, which are looked up by other keys, have no common type: the empty key finds none.
      COMMON_KEYS[family.kind === "module" ? "" : lookupKey.map(nameOfKey).join()] ??
      keysText(family, lookupKey, types),
  );
  const by = lookupKeys.map((lookupKey) => codes(lookupKey.map(nameOfKey))).join(", or ");
  const type = shapes.length > 1 ? `OneOf<${shapes.join(" | ")}>` : shapes.join("");
  return `${comment(`Arguments of \`get${family.name}\`: ${by}.`)}export type Get${family.name}Args = ${type};\n`;
}

/** The types of keys that most collections have. */
const COMMON_KEYS: Readonly<Record<string, string>> = {
  id: "ById",
  description: "ByDescription",
  metadata: "ByMetadata",
};

function keysText(family: ReadableFamily, lookupKey: LookupKey, types: TypeTexts): string {
  const keys = lookupKey.map((key) =>
    propertyText(nameOfKey(key), keyType(family, key, types), keyDoc(family, key)),
  );
  return `{\n${keys.join("")}}`;
}

function keyType(family: ReadableFamily, key: string | Element, types: TypeTexts): string {
  if (typeof key !== "string") return "string";
  const field = propertiesOf(family)[key];
  return field ? types.output(field, key) : "string";
}

function keyDoc(family: ReadableFamily, key: string | Element): string {
  if (typeof key !== "string") return key.description;
  if (key === "id") return idDoc(family);
  return knownField(propertiesOf(family), key).meta.description;
}

export const idDoc = (family: ReadableFamily) =>
  family.kind === "module" ? `Id of the module: \`${idText(family)}\`.` : "Id of the object.";

/**
 * Comments are short, because editors also show those of the signatures. The native provider's lists take the plural,
 * which determines the token, and can't be read page by page.
 */
export function callsText(family: ReadableFamily, provider: "dynamic" | "native"): string {
  const { name } = family;
  const kind = family.kind === "module" ? "module" : "object";
  const getters = `/** Reads one ${kind} immediately, including during previews. */
export const get${name} = get<Get${name}Args, ${name}Result>("${name}");
/** Reads one ${kind} as soon as the arguments are known. */
export const get${name}Output = getOutput<Get${name}Args, ${name}Result>("${name}");
`;
  if (family.kind === "module") return getters;
  const { plural } = family;
  const [suffix, parentArgs] = isNested(family) ? ["In", `List${plural}Args, `] : ["", ""];
  const [options, outputOptions] = family.filterableBy ? [", ListOptions", ", ListOutputOptions"] : ["", ""];
  const listName = provider === "native" ? plural : name;
  const lists = `/** Reads all objects immediately, including during previews. */
export const list${plural} = list${suffix}<${parentArgs}${name}Result${options}>("${listName}");
/** Reads all objects, as an output. */
export const list${plural}Output = list${suffix}Output<${parentArgs}${name}Result${outputOptions}>("${listName}");
`;
  if (provider === "native") return getters + lists;
  return `${getters}${lists}/** Reads all objects page by page. */
export const each${name} = each${suffix}<${parentArgs}${name}Result${options}>("${name}");
`;
}

function listArgsText(family: ResourceFamily): string {
  const keys = family.pathKeys.map((key) => propertyText(key, "string", keyDoc(family, key)));
  const doc = comment(`Selects the object whose ${family.plural} are listed.`);
  return `${doc}export interface List${family.plural}Args {\n${keys.join("")}}\n`;
}
