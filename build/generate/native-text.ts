import { managed } from "../../provider/families";
import type { ManagedFamily } from "../../provider/family/family-facts";
import { classDoc, classKind } from "./class-text";
import { callsText, functionTypes, LOOKUP_IMPORT, readableFamilies } from "./function-text";
import { GENERATED, stemOf } from "./indexes";

export const nativeClassesText =
  (): string => `${GENERATED}import type { CommandClass, ClassWithOptionalArgs, ResourceClass } from "../classes";
import type * as dynamic from "../resources";
import { type NativeFace, nativeClass } from "./native-resource";

export type { ${managed.map(({ name }) => `${name}Args`).join(", ")} } from "../resources";

${managed.map(nativeClassText).join("\n")}`;

function nativeClassText(family: ManagedFamily): string {
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
${LOOKUP_IMPORT}
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
