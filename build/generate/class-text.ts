import {
  deprecationOf,
  isAlwaysSet,
  isNullable,
  isNullableOutput,
  limitsOf,
  sourceText,
} from "../../provider/family/described";
import {
  ANY,
  type Field,
  fieldsIn,
  isRequired,
  isSecret,
  knownField,
  type Shape,
} from "../../provider/family/field";
import { replacementText } from "../../provider/family/replacement";
import { type ClassFamily, classFamilies } from "./families";
import { GENERATED } from "./indexes";
import { comment, inputText, type TypeTexts } from "./type-text";

export function classText(family: ClassFamily, types: TypeTexts): string {
  const { name, inputs } = family;
  const adopts = family.kind !== "command";
  const bases = ["EdgeResource", ...(adopts ? ["Adoption"] : []), ...(hasStamps(family) ? ["Stamps"] : [])];
  const inherited = [...ADOPTION, ...(hasStamps(family) ? STAMPS : [])];
  const body = [
    `export interface ${name} extends ${bases.join(", ")} {\n`,
    outputsIn(family)
      .filter(([key]) => !inherited.includes(key))
      .map(([key, field]) => outputLine(key, field, inputs, types)),
    "}\n\n",
    classDoc(family),
    `export const ${name} = dynamicClass<${classKind(family)}<${name}, ${name}Args>>(FACTS.${name});\n\n`,
    comment(`Inputs of ${name}.`),
    `export interface ${name}Args${adopts ? " extends AdoptionArgs" : ""} {\n`,
    Object.entries(inputs)
      .filter(([key]) => !ADOPTION.includes(key))
      .map(([key, field]) => inputLine(family, key, field, types)),
    "}\n",
  ]
    .flat()
    .join("");
  return header(body, types, family) + body;
}

/** Properties of every class except commands. */
const ADOPTION: readonly string[] = ["adoptId", "deleteOnDestroy", "adopted"];

/** Outputs of most objects. */
export const STAMPS: readonly string[] = ["uri", "createdAt"];

/** True for a family whose responses always contain the stamps. */
export const hasStamps = ({ outputs }: Pick<ClassFamily, "outputs">): boolean =>
  STAMPS.every((key) => {
    const field = outputs[key];
    return field !== undefined && !isNullableOutput(field) && !isNullable(field);
  });

/** Generates the interfaces that every class except commands extends. */
export function adoptionText(types: TypeTexts): string {
  const family = classFamilies.find(({ kind }) => kind === "resource");
  if (family === undefined) throw new Error("there is no family of objects");
  const isShared = ([key]: readonly [string, Field]) => ADOPTION.includes(key);
  return [
    comment("Outputs common to all objects."),
    "export interface Adoption {\n",
    outputsIn(family)
      .filter(isShared)
      .map(([key, field]) => outputLine(key, field, family.inputs, types)),
    "}\n\n",
    comment("Inputs common to all objects."),
    "export interface AdoptionArgs {\n",
    Object.entries(family.inputs)
      .filter(isShared)
      .map(([key, field]) => inputLine(family, key, field, types)),
    "}\n",
  ]
    .flat()
    .join("");
}

/** Returns the outputs of a class, inputs first. */
const outputsIn = (family: ClassFamily) =>
  Object.entries({ ...family.inputs, ...pick(family.outputs, computedKeys(family)) });

export const classDoc = (family: ClassFamily): string =>
  comment([family.summary, sourceText(family), deprecatedText(family)].flat().join("\n\n"));

function deprecatedText(family: ClassFamily): string[] {
  const deprecation = deprecationOf(family);
  return deprecation === undefined ? [] : [`@deprecated ${deprecation}`];
}

function header(body: string, types: TypeTexts, family: ClassFamily): string {
  const used = types.usedIn(body);
  const imports = [
    `import type * as pulumi from "@pulumi/pulumi";`,
    `import type { ${classKind(family)} } from "../classes";`,
    `import { dynamicClass, type EdgeResource } from "../edge-resource";`,
    `import { FACTS } from "./facts";`,
  ];
  if (used.length > 0) imports.push(`import type { ${used.join(", ")} } from "./types";`);
  return `${GENERATED}${imports.join("\n")}\n\n`;
}

const computedKeys = ({ inputs, outputs }: ClassFamily) =>
  Object.keys(outputs).filter((key) => !(key in inputs));

export function factsText(): string {
  const entries = classFamilies.map((family) => `  ${family.name}: ${facts(family)}`);
  return `${GENERATED}import type { ClassFacts } from "../edge-resource";\n\n/** Facts of each class about its family. */\nexport const FACTS = {\n${entries.join("")}} satisfies Readonly<Record<string, ClassFacts>>;\n`;
}

function facts(family: ClassFamily): string {
  const computed = computedKeys(family);
  const all = { ...family.outputs, ...family.inputs };
  const secrets = [...Object.keys(family.inputs), ...computed].filter((key) =>
    isSecret(knownField(all, key)),
  );
  const list = (keys: readonly string[]) => `[${keys.map((key) => JSON.stringify(key)).join(", ")}]`;
  const nested = family.kind === "resource" && family.pathKeys.length > 0 ? "  nested: true,\n" : "";
  return `{\n  name: "${family.name}",\n  inputs: ${list(Object.keys(family.inputs))},\n  computed: ${list(computed)},\n  secrets: ${list(secrets)},\n  changesWith: ${JSON.stringify(changesWithByOutput({ ...family.outputs, ...family.inputs }))},\n${mapsText(family.inputs)}${nested}${modulesText(family)}${hostsText(family.inputs)}${embedsText(family.inputs)}},\n`;
}

/** Generates the paths of maps with free-form keys, except for those in lists. */
function mapsText(inputs: Shape): string {
  const maps = fieldsIn(inputs)
    .filter(({ field, path, isProperty }) => field.kind === "map" && isProperty && !path.includes(ANY))
    .map(({ path }) => path.join("."));
  return maps.length > 0 ? `  maps: ${JSON.stringify(maps)},\n` : "";
}

/** Generates the modules of a class that another class can manage as well. */
function modulesText(family: ClassFamily): string {
  if (family.kind === "module") {
    const { insteadOf, pathKeys } = family;
    const facts = { of: insteadOf.family, input: insteadOf.input, at: pathKeys.at(-1) };
    return `  module: ${JSON.stringify(facts)},\n`;
  }
  const inputs = classFamilies.flatMap((other) =>
    other.kind === "module" && other.insteadOf.family === family.name ? [other.insteadOf.input] : [],
  );
  return inputs.length > 0 ? `  modules: ${JSON.stringify(inputs)},\n` : "";
}

/** Generates the inputs that reserve or use hosts. */
function hostsText(inputs: Shape): string {
  return (["reserves", "uses"] as const)
    .map((role) => [role, Object.keys(inputs).filter((key) => inputs[key]?.meta.hosts === role)] as const)
    .map(([role, keys]) => (keys.length > 0 ? `  ${role}: ${JSON.stringify(keys)},\n` : ""))
    .join("");
}

/** Generates the inputs that may contain secrets without being secret as a whole. */
function embedsText(inputs: Shape): string {
  const places = fieldsIn(inputs).filter(({ field }) => field.meta.embedded !== undefined);
  const keys = [...new Set(places.map(({ path: [key] }) => key))];
  return keys.length > 0 ? `  embeds: ${JSON.stringify(keys)},\n` : "";
}

function changesWithByOutput(shape: Shape): Record<string, readonly string[]> {
  const entries = Object.entries(shape).map(([key, { meta }]) => [key, meta.changesWith ?? []] as const);
  return Object.fromEntries(entries.filter(([, inputs]) => inputs.length > 0));
}

function outputLine(key: string, field: Field, inputs: Shape, types: TypeTexts): string {
  const type = types.output(field, key);
  const isInput = key in inputs;
  const mayBeMissing = isInput ? !isAlwaysSet(field) : isNullableOutput(field);
  return `${comment(key in inputs ? field.meta.description : markedDoc(field), "  ")}  readonly ${key}: pulumi.Output<${mayBeMissing ? `${type} | ${isInput ? "undefined" : "null"}` : type}>;\n`;
}

function inputLine(family: ClassFamily, key: string, field: Field, types: TypeTexts): string {
  const doc = comment(inputDoc(family, key, field), "  ");
  return `${doc}  ${key}${isRequired(field) ? "" : "?"}: ${inputText(types.input(field, key))};\n`;
}

/** Describes meaning, limits, default, and the effect of a change. */
function inputDoc(family: ClassFamily, key: string, field: Field): string {
  const meta = field.meta;
  const facts = [meta.description, ...limitsOf(field), replacementText(family, key)];
  return markedDoc(field, facts.filter((text) => text !== "").join(" "));
}

/** Returns the description of a property with a deprecation tag, if it is deprecated. */
export const markedDoc = ({ meta }: Field, text = meta.description): string =>
  meta.deprecated === undefined ? text : `${text}\n\n@deprecated ${meta.deprecated}`;

/** Returns the interface of `sdk/classes.ts` that the class implements. */
export function classKind(family: ClassFamily): string {
  if (family.kind === "command") return "CommandClass";
  return Object.values(family.inputs).some(isRequired) ? "ResourceClass" : "FreeClass";
}

const pick = (shape: Shape, keys: readonly string[]): Shape =>
  Object.fromEntries(keys.map((key) => [key, knownField(shape, key)]));
