import { classDoc, classKind } from "./class-text";
import { type ClassFamily, classFamilies, readableFamilies, stemOf } from "./families";
import { callsText, functionTypes, lookupNames } from "./function-text";
import { GENERATED } from "./indexes";

/** Source of the native provider's classes. Their inputs and outputs have the types of the dynamic ones. */
export function nativeClassesText(): string {
  const imports = classFamilies.map(
    ({ name }) => `import type * as ${name}Module from "../resources/${stemOf(name)}";`,
  );
  return `${GENERATED}import { FACTS } from "../resources/facts";
${imports.join("\n")}
import type { CommandClass, FreeClass, ResourceClass } from "../classes";
import { type NativeFace, nativeClass } from "./native-resource";

${classFamilies.map(classText).join("\n")}`;
}

function classText(family: ClassFamily): string {
  const { name } = family;
  return `/** Inputs of ${name}. */
export type ${name}Args = ${name}Module.${name}Args;
export interface ${name} extends NativeFace<${name}Module.${name}> {}
${classDoc(family)}export const ${name} = nativeClass<${classKind(family)}<${name}, ${name}Args>>(FACTS.${name});
`;
}

/** Source of the native provider's functions. */
export function nativeFunctionsText(): string {
  const body = readableFamilies.map((family) => callsText(family, "native")).join("");
  const types = readableFamilies.map((family) => functionTypes(family).join(", "));
  const lines = (kind: "import" | "export") =>
    readableFamilies.map(
      ({ name }, n) => `${kind} type { ${types[n]} } from "../functions/${stemOf(name)}";`,
    );
  return `${GENERATED}${lines("import").join("\n")}
import { ${lookupNames(body).join(", ")} } from "./lookup";

${lines("export").join("\n")}

${body}`;
}

export const nativeIndexText = (): string => `${GENERATED}export * from "../resources/types";
export * from "./functions";
export type { InputsOf, ListOptions, ListOutputOptions, LookupOptions, LookupOutputOptions } from "./lookup";
export { secretRef } from "../secret-ref";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
`;
