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

/** Source of one class of the SDK, from its family. */
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

/** Properties of all classes of objects. */
const ADOPTION: readonly string[] = ["adoptId", "deleteOnDestroy", "adopted"];

/** Outputs of almost all objects. */
export const STAMPS: readonly string[] = ["uri", "createdAt"];

/** True for a family with both stamps, which no response omits. */
export const hasStamps = ({ outputs }: Pick<ClassFamily, "outputs">): boolean =>
  STAMPS.every((key) => {
    const field = outputs[key];
    return field !== undefined && !isNullableOutput(field) && !isNullable(field);
  });

/** The interfaces that all classes of objects extend. */
export function adoptionText(types: TypeTexts): string {
  const family = classFamilies.find(({ kind }) => kind === "resource");
  if (family === undefined) throw new Error("there is no family of objects");
  const isShared = ([key]: readonly [string, Field]) => ADOPTION.includes(key);
  return [
    comment("What each object of the account has in addition to its own outputs."),
    "export interface Adoption {\n",
    outputsIn(family)
      .filter(isShared)
      .map(([key, field]) => outputLine(key, field, family.inputs, types)),
    "}\n\n",
    comment("Inputs of each object of the account in addition to its own."),
    "export interface AdoptionArgs {\n",
    Object.entries(family.inputs)
      .filter(isShared)
      .map(([key, field]) => inputLine(family, key, field, types)),
    "}\n",
  ]
    .flat()
    .join("");
}

/** The outputs of a class, inputs first. */
const outputsIn = (family: ClassFamily) =>
  Object.entries({ ...family.inputs, ...pick(family.outputs, computedKeys(family)) });

/** The comment above a class. */
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

/** Outputs that are not inputs. */
const computedKeys = ({ inputs, outputs }: ClassFamily) =>
  Object.keys(outputs).filter((key) => !(key in inputs));

/** Source of the facts about the families that the classes need. */
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
  return `{\n  name: "${family.name}",\n  inputs: ${list(Object.keys(family.inputs))},\n  computed: ${list(computed)},\n  secrets: ${list(secrets)},\n  changesWith: ${JSON.stringify(followed({ ...family.outputs, ...family.inputs }))},\n${mapsText(family.inputs)}${nested}${modulesText(family)}${hostsText(family.inputs)}${embedsText(family.inputs)}},\n`;
}

/** Paths of all maps with free-form keys within objects. */
function mapsText(inputs: Shape): string {
  const maps = fieldsIn(inputs)
    .filter(({ field, path, isProperty }) => field.kind === "map" && isProperty && !path.includes(ANY))
    .map(({ path }) => path.join("."));
  return maps.length > 0 ? `  maps: ${JSON.stringify(maps)},\n` : "";
}

/** The modules that the class manages and that another class can manage too. */
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

/** Inputs that name hosts, by how they use the names. */
function hostsText(inputs: Shape): string {
  return (["reserves", "uses"] as const)
    .map((what) => [what, Object.keys(inputs).filter((key) => inputs[key]?.meta.hosts === what)] as const)
    .map(([what, keys]) => (keys.length > 0 ? `  ${what}: ${JSON.stringify(keys)},\n` : ""))
    .join("");
}

/** Inputs that contain, at any depth, a value that may be secret in part. */
function embedsText(inputs: Shape): string {
  const places = fieldsIn(inputs).filter(({ field }) => field.meta.embedded !== undefined);
  const keys = [...new Set(places.map(({ path: [key] }) => key))];
  return keys.length > 0 ? `  embeds: ${JSON.stringify(keys)},\n` : "";
}

function followed(shape: Shape): Record<string, readonly string[]> {
  const followers = Object.entries(shape).map(([key, { meta }]) => [key, meta.changesWith ?? []] as const);
  return Object.fromEntries(followers.filter(([, inputs]) => inputs.length > 0));
}

function outputLine(key: string, field: Field, inputs: Shape, types: TypeTexts): string {
  const type = types.output(field, key);
  const isInput = key in inputs;
  const maybe = isInput ? !isAlwaysSet(field) : isNullableOutput(field);
  return `${comment(key in inputs ? field.meta.description : markedDoc(field), "  ")}  readonly ${key}: pulumi.Output<${maybe ? `${type} | ${isInput ? "undefined" : "null"}` : type}>;\n`;
}

function inputLine(family: ClassFamily, key: string, field: Field, types: TypeTexts): string {
  const doc = comment(inputDoc(family, key, field), "  ");
  return `${doc}  ${key}${isRequired(field) ? "" : "?"}: ${inputText(types.input(field, key))};\n`;
}

/** Meaning, limits, default, and the effect of a change. */
function inputDoc(family: ClassFamily, key: string, field: Field): string {
  const meta = field.meta;
  const facts = [meta.description, ...limitsOf(field), replacementText(family, key)];
  return markedDoc(field, facts.filter((text) => text !== "").join(" "));
}

/** The meaning of a property, with a mark if it is deprecated. */
export const markedDoc = ({ meta }: Field, text = meta.description): string =>
  meta.deprecated === undefined ? text : `${text}\n\n@deprecated ${meta.deprecated}`;

/** The interface of `sdk/classes.ts` that the class has. */
export function classKind(family: ClassFamily): string {
  if (family.kind === "command") return "CommandClass";
  return Object.values(family.inputs).some(isRequired) ? "ResourceClass" : "FreeClass";
}

const pick = (shape: Shape, keys: readonly string[]): Shape =>
  Object.fromEntries(keys.map((key) => [key, knownField(shape, key)]));
