import { managed } from "../../provider/families";
import { deprecationOf, type ManagedFamily, type ReadableFamily } from "../../provider/family/family-facts";
import {
  ANY,
  type Field,
  fieldsIn,
  isRequired,
  isSecret,
  knownField,
  type Shape,
} from "../../provider/family/field";
import {
  isAlwaysSet,
  isNullable,
  isNullableOutput,
  limitsOf,
  replacementText,
  sourceText,
} from "./family-texts";
import { GENERATED } from "./indexes";
import { comment, inputText, optional, propertyText, type TypeTexts } from "./type-text";

export function classText(family: ManagedFamily, types: TypeTexts): string {
  const { name } = family;
  const adopts = family.kind !== "command";
  const { Metadata, MetadataArgs } = metadataLines(types);
  const isStamped = hasStamps(family);
  const shared = [...ADOPTION, ...(isStamped ? STAMPS : [])];
  const outputs = outputLines(family, types, (key) => !shared.includes(key));
  const inputs = inputLines(family, types, (key) => !ADOPTION.includes(key));
  const bases = extending({
    EdgeResource: true,
    Adoption: adopts,
    Stamps: isStamped,
    Metadata: outputs.includes(Metadata),
  });
  const inputBases = extending({ AdoptionArgs: adopts, MetadataArgs: inputs.includes(MetadataArgs) });
  return `export interface ${name}${bases} {
${outputs.replace(Metadata, "")}}

${classDoc(family)}export const ${name} = dynamicClass<${classKind(family)}<${name}, ${name}Args>>("${name}");

${comment(`Inputs of ${name}.`)}export interface ${name}Args${inputBases} {
${inputs.replace(MetadataArgs, "")}}
`;
}

const ADOPTION: readonly string[] = ["adoptId", "deleteOnDestroy", "adopted"];

export const STAMPS: readonly string[] = ["uri", "createdAt"];

/** True for a family whose responses always contain `uri` and `createdAt`. */
export const hasStamps = ({ outputs }: Pick<ManagedFamily, "outputs">): boolean =>
  STAMPS.every((key) => {
    const field = outputs[key];
    return field !== undefined && !isNullableOutput(field) && !isNullable(field);
  });

export function adoptionText(types: TypeTexts): string {
  const family = managed.find(({ kind }) => kind === "resource");
  if (family === undefined) throw new Error("there is no family of objects");
  const isShared = (key: string) => ADOPTION.includes(key);
  return `${comment("Outputs common to all objects.")}export interface Adoption {
${outputLines(family, types, isShared)}}

${comment("Inputs common to all objects.")}export interface AdoptionArgs {
${inputLines(family, types, isShared)}}
`;
}

/** @param bases - Interfaces, and whether each is extended. */
export function extending(bases: Readonly<Record<string, boolean>>): string {
  const names = Object.keys(bases).filter((name) => bases[name]);
  return names.length > 0 ? ` extends ${names.join(", ")}` : "";
}

/** The lines of the property `metadata` in each interface that classes share for it. */
export function metadataLines(types: TypeTexts) {
  const family = managed.find(({ inputs }) => "metadata" in inputs);
  if (family === undefined) throw new Error("there is no family with metadata");
  const isMetadata = (key: string) => key === "metadata";
  return {
    Metadata: outputLines(family, types, isMetadata),
    MetadataArgs: inputLines(family, types, isMetadata),
    MetadataResult: propertyText(
      "metadata",
      "string",
      knownField(family.inputs, "metadata").meta.description,
    ),
  };
}

export const metadataText = (types: TypeTexts): string =>
  Object.entries(metadataLines(types))
    .map(
      ([name, lines]) =>
        `${comment("A property that most classes have.")}export interface ${name} {\n${lines}}\n`,
    )
    .join("\n");

/** Returns all properties of a class: inputs first, then outputs that aren't inputs. */
export const propertiesOf = ({ inputs, outputs }: ManagedFamily | ReadableFamily): Shape => ({
  ...inputs,
  ...outputs,
  ...inputs,
});

export function classDoc(family: ManagedFamily): string {
  const text = `${family.summary}\n\n${sourceText(family)}`;
  return comment(withDeprecation(text, deprecationOf(family)));
}

export function factsText(): string {
  const entries = managed.map((family) => `  ${family.name}: ${JSON.stringify(facts(family))},\n`);
  return `${GENERATED}import type { FamilyFacts } from "./class-facts";\n\n/** Facts of each class about its family. */\nexport const FACTS = {\n${entries.join("")}} satisfies Readonly<Record<string, FamilyFacts>>;\n`;
}

/** Facts that are undefined are omitted. */
function facts(family: ManagedFamily) {
  const { inputs, outputs } = family;
  const properties = propertiesOf(family);
  const changesWith = Object.entries({ ...outputs, ...inputs }).flatMap(([key, { meta }]) =>
    meta.changesWith?.length ? [[key, meta.changesWith] as const] : [],
  );
  const maps = fieldsIn(inputs).filter(
    ({ field, path, isProperty }) => field.kind === "map" && isProperty && !path.includes(ANY),
  );
  const inputsThat = (role: "reserves" | "uses") =>
    unlessEmpty(Object.keys(inputs).filter((key) => inputs[key]?.meta.hosts === role));
  return {
    inputs: Object.keys(inputs),
    computed: Object.keys(outputs).filter((key) => !(key in inputs)),
    secrets: unlessEmpty(Object.keys(properties).filter((key) => isSecret(knownField(properties, key)))),
    changesWith: changesWith.length > 0 ? Object.fromEntries(changesWith) : undefined,
    maps: unlessEmpty(maps.map(({ path }) => path.join("."))),
    nested: (family.kind === "resource" && family.pathKeys.length > 0) || undefined,
    ...moduleFacts(family),
    reserves: inputsThat("reserves"),
    uses: inputsThat("uses"),
  };
}

const unlessEmpty = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);

function moduleFacts(family: ManagedFamily) {
  if (family.kind === "module") {
    const { insteadOf, pathKeys } = family;
    return {
      module: { ownerClass: insteadOf.family, input: insteadOf.input, ownerIdInput: pathKeys.at(-1) },
    };
  }
  const modules = managed.flatMap((other) =>
    other.kind === "module" && other.insteadOf.family === family.name ? [other.insteadOf.input] : [],
  );
  return { modules: unlessEmpty(modules) };
}

function outputLines(family: ManagedFamily, types: TypeTexts, isIncluded: (key: string) => boolean): string {
  const lines = Object.entries(propertiesOf(family)).map(([key, field]) => {
    if (!isIncluded(key)) return "";
    const type = types.output(field, key);
    const isInput = key in family.inputs;
    const missing = isInput ? !isAlwaysSet(field) && "undefined" : isNullableOutput(field) && "null";
    const output = `pulumi.Output<${missing ? `${type} | ${missing}` : type}>`;
    return propertyText(`readonly ${key}`, output, isInput ? field.meta.description : markedDoc(field));
  });
  return lines.join("");
}

function inputLines(family: ManagedFamily, types: TypeTexts, isIncluded: (key: string) => boolean): string {
  const lines = Object.entries(family.inputs).map(([key, field]) => {
    if (!isIncluded(key)) return "";
    const facts = [field.meta.description, ...limitsOf(field), replacementText(family, key)];
    const doc = markedDoc(field, facts.filter((text) => text !== "").join(" "));
    return propertyText(optional(key, !isRequired(field)), inputText(types.input(field, key)), doc);
  });
  return lines.join("");
}

export const markedDoc = ({ meta }: Field, text = meta.description): string =>
  withDeprecation(text, meta.deprecated);

const withDeprecation = (text: string, deprecation: string | undefined): string =>
  deprecation === undefined ? text : `${text}\n\n@deprecated ${deprecation}`;

export function classKind(family: ManagedFamily): string {
  if (family.kind === "command") return "CommandClass";
  return Object.values(family.inputs).some(isRequired) ? "ResourceClass" : "ClassWithOptionalArgs";
}
