import type { CommandFamily } from "./command";
import { knownField } from "./field";
import type { ModuleFamily } from "./module";
import type { FixedPart, ResourceFamily } from "./resource";

type Family = ResourceFamily | ModuleFamily | CommandFamily;

/** The part of an input that only a replacement can change: all, one part, or (undefined) nothing. */
export type Fixed = "whole" | FixedPart | undefined;

export function fixedOf(family: Family, key: string): Fixed {
  if (family.kind === "resource")
    return family.replaceKeys.includes(key) ? "whole" : family.fixedParts?.[key];
  return family.kind === "module" && family.pathKeys.includes(key) ? "whole" : undefined;
}

/** Inputs that only a replacement can change, at least in part. */
export const fixedKeys = (family: Family): readonly string[] =>
  Object.keys(family.inputs).filter((key) => fixedOf(family, key) !== undefined);

/** True if changing an input from one value to another requires a replacement. An undefined value means the default. */
export function needsReplacement(family: Family, key: string, before: unknown, after: unknown): boolean {
  const fixed = fixedOf(family, key);
  if (fixed === undefined || fixed === "whole") return fixed === "whole";
  const parts = [fixed.of(before), fixed.of(after ?? knownField(family.inputs, key).defaultValue)];
  return parts[0] !== parts[1] && !parts.includes(undefined);
}

/** Describes the effect of a change for users; empty for an in-place change. */
export function replacementText(family: Family, key: string): string {
  const fixed = fixedOf(family, key);
  if (fixed === undefined) return "";
  return fixed === "whole"
    ? "A change replaces the object."
    : `A different ${fixed.what} replaces the object.`;
}
