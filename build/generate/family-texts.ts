import type { ManagedFamily } from "../../provider/family/family-facts";
import { type Field, isRequired, lowestAllowed, type Shape } from "../../provider/family/field";
import type { LookupFamily } from "../../provider/family/lookup";
import { fixedOf } from "../../provider/family/replacement";

export function limitsOf(field: Field): string[] {
  const { maxBytes, maxCharacters, range } = field.kind === "leaf" ? field : {};
  const limits: string[] = [];
  if (maxBytes !== undefined) limits.push(`At most ${maxBytes} bytes of UTF-8.`);
  if (maxCharacters !== undefined) limits.push(`At most ${maxCharacters} characters.`);
  if (range !== undefined) {
    const [low, high] = [lowestAllowed(range, field.meta), range[1]];
    limits.push(high === Number.MAX_SAFE_INTEGER ? `At least ${low}.` : `From ${low} to ${high}.`);
  }
  if (field.defaultValue !== undefined) limits.push(`Default: \`${JSON.stringify(field.defaultValue)}\`.`);
  if (field.hasServerDefault && field.meta.unset !== "alternative")
    limits.push("If unset, the service chooses a value.");
  return limits;
}

export const isNullable = ({ meta }: Field): boolean => meta.nullable === true;

/** True if an output's type includes null. A value that is shown once is null only if the program adopts the object. */
export const isNullableOutput = (field: Field): boolean =>
  isNullable(field) && field.meta.returned !== "once";

/** True if every object has a value for an input, even if the program sets none. */
export function isAlwaysSet(field: Field): boolean {
  if (field.meta.returned === "never") return false;
  return (
    isRequired(field) || field.defaultValue !== undefined || (field.hasServerDefault && !isNullable(field))
  );
}

export const singular = (key: string): string => key.replace(/s$/, "");

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @param classes - Class names, which the type name must not duplicate. */
export function nestedTypeName(key: string, shape: Shape, classes: ReadonlySet<string>): string {
  const stem = capitalized(key);
  return classes.has(stem) || "enabled" in shape ? `${stem}Module` : stem;
}

export const isServiceOnly = (family: ManagedFamily | LookupFamily): boolean =>
  "serviceOnly" in family && family.serviceOnly === true;

export function sourceText(family: ManagedFamily | LookupFamily): string {
  if (isServiceOnly(family))
    return "Supported by the compatible service, but missing from the API reference (docs/assumptions.md).";
  return family.section === undefined
    ? "Inferred from the API's conventions: not in the API reference (docs/assumptions.md)."
    : `API reference, section "${family.section}".`;
}

export function replacementText(family: ManagedFamily, key: string): string {
  const fixed = fixedOf(family, key);
  if (fixed === undefined) return "";
  return fixed === "whole"
    ? "A change replaces the object."
    : `A different ${fixed.name} replaces the object.`;
}
