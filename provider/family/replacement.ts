import type { ManagedFamily } from "./family-facts";
import { knownField } from "./field";
import type { FixedPart } from "./resource";

/** What only a replacement can change of an input: all of it, one part, or nothing (undefined). */
export type Fixed = "whole" | FixedPart | undefined;

export function fixedOf(family: ManagedFamily, key: string): Fixed {
  if (family.kind === "command") return undefined;
  if (family.replaceKeys.includes(key)) return "whole";
  return family.kind === "resource" ? family.fixedParts?.[key] : undefined;
}

export const fixedKeys = (family: ManagedFamily): readonly string[] =>
  Object.keys(family.inputs).filter((key) => fixedOf(family, key) !== undefined);

/** True if changing an input from one value to another requires a replacement. */
export function needsReplacement(
  family: ManagedFamily,
  key: string,
  before: unknown,
  after: unknown,
): boolean {
  const fixed = fixedOf(family, key);
  if (fixed === undefined || fixed === "whole") return fixed === "whole";
  const partBefore = fixed.extract(before);
  // The removal of an input sends its default.
  const partAfter = fixed.extract(after ?? knownField(family.inputs, key).defaultValue);
  return partBefore !== undefined && partAfter !== undefined && partBefore !== partAfter;
}
