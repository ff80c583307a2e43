import { textsIn } from "../../api";
import type { ManagedFamily } from "../../family/family-facts";
import { embeddedSecrets, type Field, fieldAt, isSecret, type Shape, walkShape } from "../../family/field";
import type { Props } from "../../family/resource";
import { knownPlainValue } from "./secret-hashes";

/** Returns all values that are or may be secret. */
export function secretsIn(shape: Shape, values: Props): string[] {
  const secrets: string[] = [];
  walkShape(shape, values, (field, value) => {
    const { secret, hashed } = field.meta;
    // Not `push(...)`: the number of arguments is limited.
    for (const text of embeddedSecrets(field, value)) secrets.push(text);
    // A value with an embedded secret isn't secret as a whole.
    if (secret === undefined || secret === "embedded") return true;
    for (const text of textsIn(hashed ? knownPlainValue(value) : value)) secrets.push(text);
    return false;
  });
  return secrets;
}

/** Returns the outputs that reveal inputs, each with those inputs. The output is as secret as they are. */
export function outputsRevealingInputs(family: ManagedFamily): ReadonlyMap<string, readonly string[]> {
  const { derive, pathKeys = [] } = family.kind === "resource" ? family : {};
  const pairs = Object.entries(family.outputs).flatMap(([key, { meta }]) => {
    if (key in family.inputs) return [];
    // The URI of a nested object contains the ids of its parents.
    const ids = key === "uri" ? pathKeys : [];
    const derived = derive?.outputs.includes(key) ? derive.from : [];
    const from = [...(meta.reveals ?? []), ...derived, ...ids];
    return from.length > 0 ? [[key, [...new Set(from)]] as const] : [];
  });
  return new Map(pairs);
}

/** True if a value, or one that contains it, is secret in every program. The path has keys and list positions. */
export function isSecretAt(shape: Shape, [key, ...below]: readonly (string | number)[]): boolean {
  const field = fieldAt(shape, String(key));
  return field !== undefined && isSecretBelow(field, below);
}

function isSecretBelow(field: Field, path: readonly (string | number)[]): boolean {
  const [, ...below] = path;
  if (isSecret(field)) return true;
  if (field.kind === "union") return field.options.some((option) => isSecretBelow(option, path));
  if (path.length === 0 || field.kind === "leaf") return false;
  if (field.kind === "object") return isSecretAt(field.shape, path);
  return isSecretBelow(field.kind === "list" ? field.item : field.value, below);
}
