import { managed, resources } from "../../provider/families";
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
import type { ResourceFamily } from "../../provider/family/resource";
import { isAlwaysSet, isNullableOutput, limitsOf, replacementText, sourceText } from "./family-texts";
import { GENERATED } from "./indexes";
import { comment, inputText, optional, propertyText, type TypeTexts } from "./type-text";

/** The text of each property of an interface, in order. */
type Lines = Readonly<Record<string, string>>;

/** Interfaces that classes extend if they have all of their properties, with the same text. */
export const SHARED_OUTPUTS = {
  Adoption: ["adoptId", "deleteOnDestroy", "adopted"],
  Stamps: ["uri", "createdAt"],
  Metadata: ["metadata"],
};
export const SHARED_INPUTS = { AdoptionArgs: ["adoptId", "deleteOnDestroy"], MetadataArgs: ["metadata"] };

/** A family that has all shared properties. */
export const typicalFamily = (): ResourceFamily => {
  const family = resources.find(({ inputs }) => "metadata" in inputs);
  if (family === undefined) throw new Error("there is no family with metadata");
  return family;
};

export function classText(family: ManagedFamily, types: TypeTexts): string {
  const { name } = family;
  const typical = typicalFamily();
  const outputs = [outputLines(family, types), SHARED_OUTPUTS, outputLines(typical, types)] as const;
  const inputs = [inputLines(family, types), SHARED_INPUTS, inputLines(typical, types)] as const;
  return `${extendingInterface(name, ...outputs, "EdgeResource")}
${classDoc(family)}export const ${name} = dynamicClass<${classKind(family)}<${name}, ${name}Args>>("${name}");

${comment(`Inputs of ${name}.`)}${extendingInterface(`${name}Args`, ...inputs)}`;
}

/**
 * @param shared - The properties of each interface that may be extended
 * @param sharedLines - The text of these properties
 */
export function extendingInterface(
  name: string,
  lines: Lines,
  shared: Readonly<Record<string, readonly string[]>>,
  sharedLines: Lines,
  ...bases: readonly string[]
): string {
  const extended = Object.entries(shared).filter(([, keys]) =>
    keys.every((key) => lines[key] === sharedLines[key]),
  );
  const inherited = extended.flatMap(([, keys]) => keys);
  const names = [...bases, ...extended.map(([base]) => base)];
  const head = names.length > 0 ? `${name} extends ${names.join(", ")}` : name;
  const ownKeys = Object.keys(lines).filter((key) => !inherited.includes(key));
  return interfaceText(head, lines, ownKeys);
}

export const interfaceText = (head: string, lines: Lines, keys: readonly string[]): string =>
  `export interface ${head} {\n${keys.map((key) => lines[key]).join("")}}\n`;

/** Returns all properties of a class. The first spread puts inputs first; the last one keeps their fields as inputs. */
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
  const entries = managed.map((family) => `  ${family.name}: ${JSON.stringify(factsOf(family))},\n`);
  return `${GENERATED}import type { FamilyFacts } from "./class-facts";\n\n/** Facts of each class about its family. */\nexport const FACTS = {\n${entries.join("")}} satisfies Readonly<Record<string, FamilyFacts>>;\n`;
}

/** Facts that are undefined are omitted. */
function factsOf(family: ManagedFamily) {
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

export function outputLines(family: ManagedFamily, types: TypeTexts): Lines {
  const lines = Object.entries(propertiesOf(family)).map(([key, field]) => {
    const type = types.output(field, key);
    const isInput = key in family.inputs;
    const absentType = isInput ? !isAlwaysSet(field) && "undefined" : isNullableOutput(field) && "null";
    const output = `pulumi.Output<${absentType ? `${type} | ${absentType}` : type}>`;
    const doc = isInput ? field.meta.description : markedDoc(field);
    return [key, propertyText(`readonly ${key}`, output, doc)];
  });
  return Object.fromEntries(lines);
}

export function inputLines(family: ManagedFamily, types: TypeTexts): Lines {
  const lines = Object.entries(family.inputs).map(([key, field]) => {
    const sentences = [field.meta.description, ...limitsOf(field), replacementText(family, key)];
    const doc = markedDoc(field, sentences.filter((text) => text !== "").join(" "));
    return [key, propertyText(optional(key, !isRequired(field)), inputText(types.input(field, key)), doc)];
  });
  return Object.fromEntries(lines);
}

export const markedDoc = ({ meta }: Field, text = meta.description): string =>
  withDeprecation(text, meta.deprecated);

const withDeprecation = (text: string, deprecation: string | undefined): string =>
  deprecation === undefined ? text : `${text}\n\n@deprecated ${deprecation}`;

export function classKind(family: ManagedFamily): string {
  if (family.kind === "command") return "CommandClass";
  return Object.values(family.inputs).some(isRequired) ? "ResourceClass" : "ClassWithOptionalArgs";
}
