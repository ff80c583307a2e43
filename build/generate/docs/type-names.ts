import { nativeType } from "../../../provider/engine/native/tokens";
import { ANY } from "../../../provider/family/field";
import { packageSchema, type TypeSpec } from "../native/schema";

const schema = packageSchema();

const PREFIX = "#/types/";

/**
 * Finds the type in the schema of an input or a value below it, from which the SDKs of all languages derive the name of
 * theirs. Undefined if it has no type of its own.
 */
export function findTypeName(className: string, path: readonly (string | typeof ANY)[]) {
  let spec: TypeSpec | undefined;
  let properties = schema.resources[nativeType(className)]?.inputProperties;
  for (const step of path) {
    if (step === ANY) continue;
    spec = properties?.[step];
    const type = resolve(spec);
    properties = type && "properties" in type ? type.properties : undefined;
  }
  const ref = spec && findRef(spec);
  const type = resolve(spec);
  return ref && type ? { name: ref.slice(ref.lastIndexOf(":") + 1), isEnum: "enum" in type } : undefined;
}

const resolve = (spec: TypeSpec | undefined) => {
  const ref = spec && findRef(spec);
  return ref ? schema.types[ref.slice(PREFIX.length)] : undefined;
};

function findRef({ $ref, items, additionalProperties, oneOf = [] }: TypeSpec): string | undefined {
  if ($ref !== undefined) return $ref.startsWith(PREFIX) ? $ref : undefined;
  for (const inner of [items, additionalProperties, ...oneOf]) {
    const ref = inner && findRef(inner);
    if (ref !== undefined) return ref;
  }
  return undefined;
}
