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
import type { Element, LookupKey } from "../../provider/family/resource";
import { visibleFields } from "../../provider/lifecycle";
import { extending, hasStamps, markedDoc, metadataLines, STAMPS } from "./class-text";
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

/** The factories of functions, and types of their options, in `sdk/functions/lookup.ts` and `sdk/native/lookup.ts`. */
export const LOOKUP_NAMES = [
  "each",
  "eachIn",
  "get",
  "getOutput",
  "type ListOptions",
  "type ListOutputOptions",
  "list",
  "listIn",
  "listInOutput",
  "listOutput",
];

export const namesIn = (body: string, names: readonly string[]) =>
  names.filter((name) => new RegExp(`\\b${name.replace("type ", "")}\\b(?=[<> ;])`).test(body)).join(", ");

function header(body: string, types: TypeTexts): string {
  const typeNames = types.usedIn(body);
  const signatures = namesIn(body, ["ByDescription", "ById", "ByMetadata", "OneOf"]);
  const imports = [
    ...(typeNames.length > 0 ? [`import type { ${typeNames.join(", ")} } from "../resources/types";`] : []),
    `import { ${namesIn(body, LOOKUP_NAMES)} } from "./lookup";`,
    ...(signatures === "" ? [] : [`import type { ${signatures} } from "./signatures";`]),
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
  const shared = metadataLines(types).MetadataResult;
  const body = lines.join("");
  const bases = [
    ...(isStamped ? ["ObjectResult"] : []),
    ...(body.includes(shared) ? ["MetadataResult"] : []),
  ];
  const doc = comment(`Result of \`get${family.name}\`. ${family.summary}\n\n${sourceText(family)}`);
  return `${doc}export interface ${family.name}Result${extending(bases)} {\n${body.replace(shared, "")}}\n`;
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
  const shapes = ways.map(
    (way) =>
      COMMON_KEYS[family.kind === "module" ? "" : way.map(nameOfKey).join()] ?? keysText(family, way, types),
  );
  const by = ways.map((way) => way.map((key) => `\`${nameOfKey(key)}\``).join(", ")).join(", or ");
  const type = shapes.length > 1 ? `OneOf<${shapes.join(" | ")}>` : shapes.join("");
  return `${comment(`Arguments of \`get${family.name}\`: ${by}.`)}export type Get${family.name}Args = ${type};\n`;
}

/** The types of keys that most collections have. */
const COMMON_KEYS: Readonly<Record<string, string>> = {
  id: "ById",
  description: "ByDescription",
  metadata: "ByMetadata",
};

function keysText(family: ReadableFamily, way: LookupKey, types: TypeTexts): string {
  const keys = way.map(
    (key) => `${comment(keyDoc(family, key), "  ")}  ${nameOfKey(key)}: ${keyType(family, key, types)};\n`,
  );
  return `{\n${keys.join("")}}`;
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

const propertiesOf = (family: ReadableFamily): Shape => ({ ...family.outputs, ...family.inputs });

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
  const nested = isNested(family) ? "In" : "";
  const at = isNested(family) ? `List${plural}Args, ` : "";
  const [options, outputOptions] = family.filtered ? [", ListOptions", ", ListOutputOptions"] : ["", ""];
  const listed = provider === "native" ? plural : name;
  const lists = `/** Reads all objects immediately, including during previews. */
export const list${plural} = list${nested}<${at}${name}Result${options}>("${listed}");
/** Reads all objects, as an output. */
export const list${plural}Output = list${nested}Output<${at}${name}Result${outputOptions}>("${listed}");
`;
  if (provider === "native") return getters + lists;
  return `${getters}${lists}/** Reads all objects page by page. */
export const each${name} = each${nested}<${at}${name}Result${options}>("${name}");
`;
}

function listArgsText(family: Collection): string {
  const { pathKeys } = family;
  return `${comment(`Selects the object whose ${family.plural} are listed.`)}export interface List${family.plural}Args {\n${pathKeys
    .map((key) => `${comment(keyDoc(family, key), "  ")}  ${key}: string;\n`)
    .join("")}}\n`;
}
