import { managed } from "../../provider/families";
import type { ManagedFamily } from "../../provider/family/described";
import { classDoc, classKind } from "./class-text";
import { callsText, functionTypes, readableFamilies } from "./function-text";
import { GENERATED, stemOf } from "./indexes";

export const nativeClassesText =
  (): string => `${GENERATED}import type { CommandClass, FreeClass, ResourceClass } from "../classes";
import type * as dynamic from "../resources";
import { FACTS } from "../resources/facts";
import { type NativeFace, nativeClass } from "./native-resource";

export type { ${managed.map(({ name }) => `${name}Args`).join(", ")} } from "../resources";

${managed.map(classText).join("\n")}`;

function classText(family: ManagedFamily): string {
  const { name } = family;
  return `export interface ${name} extends NativeFace<dynamic.${name}> {}
${classDoc(family)}export const ${name} = nativeClass<${classKind(family)}<${name}, dynamic.${name}Args>>(FACTS.${name});
`;
}

export function nativeFunctionsText(): string {
  const body = readableFamilies.map((family) => callsText(family, "native")).join("");
  const types = readableFamilies.map((family) => functionTypes(family).join(", "));
  const lines = (kind: "import" | "export") =>
    readableFamilies.map(
      ({ name }, n) => `${kind} type { ${types[n]} } from "../functions/${stemOf(name)}";`,
    );
  return `${GENERATED}${lines("import").join("\n")}
import { type Get, type GetOutput, get, getOutput, type List, type ListIn, type ListInOutput, type ListOptions, type ListOutput, type ListOutputOptions, list, listOutput } from "./lookup";

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
