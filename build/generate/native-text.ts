import { classDoc, hasRequiredInputs } from "./class-text";
import { type ClassFamily, classFamilies, type ReadableFamily, readableFamilies, stemOf } from "./families";
import { functionTypes, isNested } from "./function-text";
import { GENERATED } from "./indexes";

/** Source of the native provider's classes. Their inputs and outputs have the types of the dynamic ones. */
export function nativeClassesText(): string {
  const imports = classFamilies.map(
    ({ name }) => `import type * as ${name}Module from "../resources/${stemOf(name)}";`,
  );
  return `${GENERATED}import { FACTS } from "../resources/facts";
${imports.join("\n")}
import { type CommandClass, type FreeClass, type NativeClass, type NativeFace, nativeClass } from "./native-class";

${classFamilies.map(classText).join("\n")}`;
}

function classText(family: ClassFamily): string {
  const { name } = family;
  const kind =
    family.kind === "command" ? "CommandClass" : hasRequiredInputs(family) ? "NativeClass" : "FreeClass";
  return `/** Inputs of ${name}. */
export type ${name}Args = ${name}Module.${name}Args;
export interface ${name} extends NativeFace<${name}Module.${name}> {}
${classDoc(family)}export const ${name} = nativeClass<${kind}<${name}, ${name}Args>>(FACTS.${name});
`;
}

/** Source of the native provider's functions. */
export function nativeFunctionsText(): string {
  const body = readableFamilies.map(functionsText).join("");
  const types = readableFamilies.map((family) => functionTypes(family).join(", "));
  const lines = (kind: "import" | "export") =>
    readableFamilies.map(
      ({ name }, n) => `${kind} type { ${types[n]} } from "../functions/${stemOf(name)}";`,
    );
  const lookups = [
    ...new Set(
      [...body.matchAll(/: (\w+)<|\b(ListOutputOptions|InputsOf)\b/g)].flatMap(
        ([, one, other]) => one ?? other ?? [],
      ),
    ),
  ];
  return `${GENERATED}${lines("import").join("\n")}
import { get, getOutput, list, listOutput, ${lookups.map((name) => `type ${name}`).join(", ")} } from "./lookup";

${lines("export").join("\n")}

${body}`;
}

/** What the documentation lists of each; an editor shows the whole text of the signature. */
const LISTS_NOW = "Reads all objects of the collection now, at preview as well.";
const LISTS_LATER = "Reads all objects of the collection as an output.";

function functionsText(family: ReadableFamily): string {
  const { name } = family;
  const args = `Get${name}Args`;
  const kind = family.kind === "module" ? "GetModule" : "Get";
  const kindText = family.kind === "module" ? "module" : "object";
  const getters = `/** Reads one ${kindText} now, at preview as well. */
export const get${name}: ${kind}<${args}, ${name}Result> = (args, opts) => get("${name}", args, opts);
/** Reads one ${kindText} as soon as what it is looked up by is known. */
export const get${name}Output: ${kind}Output<InputsOf<${args}>, ${name}Result> = (args, opts) => getOutput("${name}", args, opts);
`;
  if (family.kind === "module") return getters;
  const { plural, filtered } = family;
  if (isNested(family)) {
    const at = `List${plural}Args`;
    return `${getters}/** ${LISTS_NOW} */
export const list${plural}: ListIn<${at}, ${name}Result> = (at, opts) => list("${plural}", at, opts);
/** ${LISTS_LATER} */
export const list${plural}Output: ListInOutput<InputsOf<${at}>, ${name}Result> = (at, opts) => listOutput("${plural}", at, opts);
`;
  }
  return `${getters}/** ${LISTS_NOW} */
export const list${plural}: List${filtered ? "Filtered" : ""}<${name}Result> = (opts) => list("${plural}", {}, opts);
/** ${LISTS_LATER} */
export const list${plural}Output: ListOutput<${name}Result${filtered ? ", ListOutputOptions" : ""}> = (opts) => listOutput("${plural}", {}, opts);
`;
}

export const nativeIndexText = (): string => `${GENERATED}export * from "../resources/types";
export * from "./functions";
export type { InputsOf, ListOptions, ListOutputOptions, LookupOptions, LookupOutputOptions } from "./lookup";
export { secretRef } from "../secret-ref";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
`;
