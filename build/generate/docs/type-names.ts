import { nativeType } from "../../../provider/engine/native/tokens";
import { ANY } from "../../../provider/family/field";
import { packageSchema, type TypeSpec } from "../native/schema";

/** The name of a type in the schema, from which SDKs of other languages derive theirs. */
export interface TypeName {
  readonly name: string;
  readonly isEnum: boolean;
}

const schema = packageSchema();

const PREFIX = "#/types/";

/** Finds the named type of an input or a value below it; undefined if it has none. */
export function findTypeName(
  className: string,
  path: readonly (string | typeof ANY)[],
): TypeName | undefined {
  let at: TypeSpec | undefined;
  let properties = schema.resources[nativeType(className)]?.inputProperties;
  for (const step of path) {
    if (step === ANY) continue;
    at = properties?.[step];
    const type = resolve(at);
    properties = type && "properties" in type ? type.properties : undefined;
  }
  const ref = at && findRef(at);
  const type = resolve(at);
  return ref && type ? { name: ref.slice(ref.lastIndexOf(":") + 1), isEnum: "enum" in type } : undefined;
}

const resolve = (spec: TypeSpec | undefined) => {
  const ref = spec && findRef(spec);
  return ref ? schema.types[ref.slice(PREFIX.length)] : undefined;
};

function findRef({ $ref, items, additionalProperties, oneOf = [] }: TypeSpec): string | undefined {
  if ($ref !== undefined) return $ref.startsWith(PREFIX) ? $ref : undefined;
  for (const within of [items, additionalProperties, ...oneOf]) {
    const ref = within && findRef(within);
    if (ref !== undefined) return ref;
  }
  return undefined;
}
