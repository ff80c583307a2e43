import type { CommandFamily } from "../../family/command";
import { type Field, fieldAt, isSecret, type Shape, walkShape } from "../../family/field";
import type { ModuleFamily } from "../../family/module";
import type { Props, ResourceFamily } from "../../family/resource";
import { knownPlainValue } from "./hashed";

/** All values below a shape that are or may be secret, for the transport to redact from errors. */
export function secretsIn(shape: Shape, values: Props): string[] {
  const found: string[] = [];
  walkShape(shape, values, ({ meta }, value) => {
    const { secret, embedded, hashed } = meta;
    const within = embedded && value !== undefined && value !== null ? embedded.find(value) : [];
    for (const one of within) found.push(one);
    // What may hold a secret that somebody put there by hand is searched, not secret as a whole.
    if (secret === undefined || secret === "embedded") return true;
    for (const one of textsIn(hashed ? knownPlainValue(value) : value)) found.push(one);
    return false;
  });
  return found;
}

/**
 * Key under which a dynamic class tells what its program has made secret, since the values arrive in plain: names of
 * inputs, and paths of values in them. It lasts in inputs and state.
 */
export const SECRET_INPUTS = "__secrets";

/**
 * Key under which a dynamic class shows inputs that hold secrets below lists, with each secret masked: the engine
 * masks such a list as a whole, in previews too. It lasts in inputs and state.
 */
export const VISIBLE_INPUTS = "__visible";

/** The outputs of a class from which inputs can be read, each with those inputs: it is as secret as they are. */
export function outputsRevealingInputs(
  family: ResourceFamily | ModuleFamily | CommandFamily,
): ReadonlyMap<string, readonly string[]> {
  const { derive, pathKeys = [] } = family.kind === "resource" ? family : {};
  const pairs = Object.entries(family.outputs).flatMap(([key, { meta }]) => {
    if (key in family.inputs) return [];
    // The address of an object below another one names both.
    const ids = key === "uri" ? pathKeys : [];
    const derived = derive?.outputs.includes(key) ? derive.from : [];
    const from = [...(meta.madeOf ?? []), ...derived, ...ids];
    return from.length > 0 ? [[key, [...new Set(from)]] as const] : [];
  });
  return new Map(pairs);
}

/** Whether a value is secret in each program, or stands in one that is. @param path - Keys and list positions. */
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

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
