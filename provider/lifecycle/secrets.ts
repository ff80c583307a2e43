import { embeddedSecrets, isSecret, mayBeSecret, type Shape, walkShape } from "../family/field";
import type { Props } from "../family/resource";
import { knownPlain } from "./hashed";

/** All values below a shape that are or may be secret, for the transport to redact from errors. */
export function secretsIn(shape: Shape, values: Props): string[] {
  const found: string[] = [];
  walkShape(shape, values, (field, value) => {
    for (const one of embeddedSecrets(field, value)) found.push(one);
    if (!isSecret(field) && !mayBeSecret(field)) return true;
    for (const one of stringsIn(field.meta.hashed ? knownPlain(value) : value)) found.push(one);
    return false;
  });
  return found;
}

/** A secret may consist of several strings. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}
