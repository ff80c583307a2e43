import { embeddedSecrets, isSecret, mayBeSecret, type Shape, walkShape } from "../family/field";
import type { Props } from "../family/resource";
import { knownPlain } from "./hashed";

/** All values below a shape that are or may be secret, for the transport to redact from errors. */
export function secretsIn(shape: Shape, values: Props): string[] {
  const found: string[] = [];
  walkShape(shape, values, (field, value) => {
    found.push(...embeddedSecrets(field, value));
    if (!isSecret(field) && !mayBeSecret(field)) return true;
    found.push(...stringsIn(field.meta.hashed ? knownPlain(value) : value));
    return false;
  });
  return found;
}

/** A secret may consist of several strings. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}
