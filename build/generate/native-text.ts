import { classDoc, classKind } from "./class-text";
import { type ClassFamily, classFamilies, readableFamilies, stemOf } from "./families";
import { callsText, functionTypes, LOOKUP_NAMES, namesIn } from "./function-text";
import { GENERATED } from "./indexes";

export const nativeClassesText =
  (): string => `${GENERATED}import type { CommandClass, FreeClass, ResourceClass } from "../classes";
import type * as dynamic from "../resources";
import { type NativeFace, nativeClass } from "./native-resource";

export type { ${classFamilies.map(({ name }) => `${name}Args`).join(", ")} } from "../resources";

${classFamilies.map(classText).join("\n")}`;

function classText(family: ClassFamily): string {
  const { name } = family;
  return `export interface ${name} extends NativeFace<dynamic.${name}> {}
${classDoc(family)}export const ${name} = nativeClass<${classKind(family)}<${name}, dynamic.${name}Args>>("${name}");
`;
}

export function nativeFunctionsText(): string {
  const body = readableFamilies.map((family) => callsText(family, "native")).join("");
  const types = (kind: "import" | "export") =>
    readableFamilies
      .map(
        (family) =>
          `${kind} type { ${functionTypes(family).join(", ")} } from "../functions/${stemOf(family.name)}";`,
      )
      .join("\n");
  return `${GENERATED}${types("import")}
import { ${namesIn(body, LOOKUP_NAMES)} } from "./lookup";

${types("export")}

${body}`;
}

export const nativeIndexText = (): string => `${GENERATED}export * from "../resources/types";
export * from "./functions";
export type { InputsOf, ListOptions, ListOutputOptions, LookupOptions, LookupOutputOptions } from "./lookup";
export { secretRef } from "../secret-ref";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
`;
