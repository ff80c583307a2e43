import { classDoc, membersText } from "./class-text";
import { type ClassFamily, classFamilies, readableFamilies, stemOf } from "./families";
import { callsText, functionTypes, lookupNames } from "./function-text";
import { GENERATED } from "./indexes";

/** Source of the native provider's classes. Their inputs and outputs have the types of the dynamic ones. */
export function nativeClassesText(): string {
  const imports = classFamilies.map(
    ({ name }) => `import type * as ${name}Module from "../resources/${stemOf(name)}";`,
  );
  return `${GENERATED}// biome-ignore-all lint/suspicious/noUnsafeDeclarationMerging: the engine's SDK sets the outputs, which are declared once.
import type * as pulumi from "@pulumi/pulumi";
import { FACTS } from "../resources/facts";
${imports.join("\n")}
import { NativeResource } from "./native-resource";

/** The outputs of a class. */
type OutputsOf<T extends pulumi.CustomResource> = Omit<T, keyof pulumi.CustomResource>;

${classFamilies.map(classText).join("\n")}`;
}

function classText(family: ClassFamily): string {
  const { name } = family;
  return `/** Inputs of ${name}. */
export type ${name}Args = ${name}Module.${name}Args;
export interface ${name} extends OutputsOf<${name}Module.${name}> {}

${classDoc(family)}export class ${name} extends NativeResource {
${membersText(family, "NativeResource")}}
`;
}

/** Source of the native provider's functions. */
export function nativeFunctionsText(): string {
  const body = readableFamilies.map((family) => callsText(family, "native")).join("\n");
  const types = readableFamilies.map(
    (family) =>
      `import type { ${functionTypes(family).join(", ")} } from "../functions/${stemOf(family.name)}";`,
  );
  const exported = readableFamilies.map(
    (family) =>
      `export type { ${functionTypes(family).join(", ")} } from "../functions/${stemOf(family.name)}";`,
  );
  return `${GENERATED}import type * as pulumi from "@pulumi/pulumi";
${types.join("\n")}
import { ${lookupNames(body).join(", ")} } from "./lookup";

${exported.join("\n")}

${body}`;
}

export const nativeIndexText = (): string => `${GENERATED}export * from "../resources/types";
export * from "./functions";
export type { InputsOf, ListOptions, ListOutputOptions, LookupOptions, LookupOutputOptions } from "./lookup";
export { secretRef } from "../secret-ref";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
`;
