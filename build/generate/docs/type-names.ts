import { packageSchema, type TypeSpec } from "../../../provider/engine/native/schema";
import { nativeType } from "../../../provider/engine/native/tokens";
import { ANY } from "../../../provider/family/field";

/** The name that the SDKs of other languages make their types' names of. */
export interface TypeName {
  readonly name: string;
  readonly isEnum: boolean;
}

const schema = packageSchema();

const PREFIX = "#/types/";

/** The named type of an input, or of what is within it; undefined where it has none. */
export function findTypeName(
  className: string,
  path: readonly (string | typeof ANY)[],
): TypeName | undefined {
  let at: TypeSpec | undefined;
  let properties = schema.resources[nativeType(className)]?.inputProperties;
  for (const step of path) {
    if (step === ANY) continue;
    at = properties?.[step];
    const type = named(at);
    properties = type && "properties" in type ? type.properties : undefined;
  }
  const ref = at && findRef(at);
  const type = named(at);
  return ref && type ? { name: ref.slice(ref.lastIndexOf(":") + 1), isEnum: "enum" in type } : undefined;
}

const named = (spec: TypeSpec | undefined) => {
  const ref = spec && findRef(spec);
  return ref ? schema.types[ref.slice(PREFIX.length)] : undefined;
};

/** The type that a property, its items or values, or one of its forms refers to. */
function findRef({ $ref, items, additionalProperties, oneOf = [] }: TypeSpec): string | undefined {
  if ($ref !== undefined) return $ref.startsWith(PREFIX) ? $ref : undefined;
  for (const within of [items, additionalProperties, ...oneOf]) {
    const found = within && findRef(within);
    if (found !== undefined) return found;
  }
  return undefined;
}
