import { managed } from "../../provider/families";
import {
  classText,
  factsText,
  inputLines,
  interfaceText,
  outputLines,
  SHARED_INPUTS,
  SHARED_OUTPUTS,
  typicalFamily,
} from "./class-text";
import { functionText, LOOKUP_IMPORT, readableFamilies, resultLines } from "./function-text";
import { GENERATED, stemOf } from "./indexes";
import { nativeClassesText, nativeFunctionsText, nativeIndexText } from "./native-text";
import { trafficPolicyTypes } from "./traffic-policy-types";
import { comment, TypeTexts } from "./type-text";

export function sdkFiles(): Map<string, string> {
  const types = new TypeTexts(new Set(managed.map(({ name }) => name)));
  const classBodies = managed.map((family) => [stemOf(family.name), classText(family, types)] as const);
  const functionBodies = readableFamilies.map(
    (family) => [stemOf(family.name), functionText(family, types)] as const,
  );
  // Known only now, because the bodies collect the types.
  const [sharedTypes, policyTypes] = [typesText(types), trafficPolicyTypes()];
  const exported = `${sharedTypes}${policyTypes}`.matchAll(/^export (?:interface|type) (\w+)/gm);
  const typeNames = [...exported].map(([, name = ""]) => name);
  const importTypes = (body: string, module: string) => {
    const usedTypes = typeNames.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
    return usedTypes.length > 0 ? `import type { ${usedTypes.join(", ")} } from "${module}";\n` : "";
  };
  const files: (readonly [path: string, text: string])[] = [
    ...classBodies.map(
      ([stem, body]) =>
        [`resources/${stem}`, `${CLASS_HEAD}${importTypes(body, "./types")}\n${body}`] as const,
    ),
    ...functionBodies.map(
      ([stem, body]) =>
        [
          `functions/${stem}`,
          `${GENERATED}${importTypes(body, "../resources/types")}${FUNCTION_IMPORTS}\n${body}`,
        ] as const,
    ),
    ["resources/types", sharedTypes],
    ["facts", factsText()],
    ["resources/traffic-policy", policyTypes],
    ["resources/index", indexText([...managed.map(({ name }) => stemOf(name)), "types"])],
    ["functions/index", functionsIndexText()],
    ["resources/with-metadata", withMetadataText()],
    ["native/resources", nativeClassesText()],
    ["native/functions", nativeFunctionsText()],
    ["native/index", nativeIndexText()],
  ];
  return new Map(files.map(([path, text]) => [`sdk/${path}.ts`, text]));
}

// Imports everything that a file may use; `writeGenerated` removes the unused ones.
const CLASS_HEAD = `${GENERATED}import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs, CommandClass, ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
`;
const FUNCTION_IMPORTS = `${LOOKUP_IMPORT}
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";
`;

function typesText(types: TypeTexts): string {
  const family = typicalFamily();
  const outputs = outputLines(family, types);
  const inputs = inputLines(family, types);
  const results = resultLines(family, types);
  const metadataDoc = comment("A property that most classes have.");
  const shared = [
    comment("A reference to another object of the account.") + interfaceText("Ref", results, ["id", "uri"]),
    comment("An object as the service returns it.") +
      interfaceText("ObjectResult extends Ref", results, ["createdAt"]),
    comment("Outputs of most objects.") + interfaceText("Stamps", outputs, SHARED_OUTPUTS.Stamps),
    comment("Outputs common to all objects.") + interfaceText("Adoption", outputs, SHARED_OUTPUTS.Adoption),
    comment("Inputs common to all objects.") +
      interfaceText("AdoptionArgs", inputs, SHARED_INPUTS.AdoptionArgs),
    metadataDoc + interfaceText("Metadata", outputs, ["metadata"]),
    metadataDoc + interfaceText("MetadataArgs", inputs, ["metadata"]),
    metadataDoc + interfaceText("MetadataResult", results, ["metadata"]),
  ];
  return `${GENERATED}import type * as pulumi from "@pulumi/pulumi";\nimport type { ObjectInput, TrafficPolicyInput, TrafficPolicyValue } from "./traffic-policy";\n\nexport type * from "./traffic-policy";\n\n${shared.join("\n")}\n${types.declarations().join("\n\n")}\n`;
}

const indexText = (stems: readonly string[]) =>
  `${GENERATED}${[...stems]
    .sort()
    .map((stem) => `export * from "./${stem}";`)
    .join("\n")}\n`;

function withMetadataText(): string {
  const names = managed.filter(({ inputs }) => "metadata" in inputs).map(({ name }) => name);
  return `${GENERATED}// Every class with metadata.\n${names.map((name) => `export { ${name} } from "./${stemOf(name)}";`).join("\n")}\n`;
}

const functionsIndexText = () =>
  `${indexText(readableFamilies.map(({ name }) => stemOf(name)))}export type {\n  InputsOf,\n  ListOptions,\n  ListOutputOptions,\n  LookupOptions,\n  LookupOutputOptions,\n} from "./lookup";\n`;
