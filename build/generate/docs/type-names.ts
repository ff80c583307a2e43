import { nativeType } from "../../../provider/engine/native/tokens";
import { ANY } from "../../../provider/family/field";
import { type EnumSpec, type ObjectSpec, type PropertySpec, packageSchema } from "../native/schema";

const schema = packageSchema();

/**
 * Finds the named type of an input, or of a value in it, in the schema: the SDKs of all languages derive their type names
 * from it. Undefined for a value without a named type.
 */
export function findNamedType(className: string, path: readonly (string | typeof ANY)[]) {
  let properties = schema.resources[nativeType(className)]?.inputProperties;
  let token: string | undefined;
  let type: ObjectSpec | EnumSpec | undefined;
  for (const step of path) {
    if (step === ANY) continue;
    token = referredType(properties?.[step]);
    type = schema.types[token ?? ""];
    properties = type && "properties" in type ? type.properties : undefined;
  }
  return token && type
    ? { name: token.slice(token.lastIndexOf(":") + 1), isEnum: "enum" in type }
    : undefined;
}

/** The first type that a property refers to, directly or as the type of its items, values, or alternatives. */
const referredType = (spec: PropertySpec | undefined): string | undefined =>
  /"\$ref":"#\/types\/([^"]+)"/.exec(JSON.stringify(spec) ?? "")?.[1];
