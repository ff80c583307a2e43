import type { CommandFamily } from "./command";
import { defaultOf, knownField } from "./field";
import type { ModuleFamily } from "./module";
import type { FixedPart, ResourceFamily } from "./resource";

type Family = ResourceFamily | ModuleFamily | CommandFamily;

/** What of an input only a replacement can change: all of it, a part, or nothing. */
export type Fixed = "whole" | FixedPart | undefined;

export function fixedOf(family: Family, key: string): Fixed {
  if (family.kind === "resource")
    return family.replaceKeys.includes(key) ? "whole" : family.fixedParts?.[key];
  return family.kind === "module" && family.pathKeys.includes(key) ? "whole" : undefined;
}

/** Inputs of which only a replacement can change all, or a part. */
export const fixedKeys = (family: Family): readonly string[] =>
  Object.keys(family.inputs).filter((key) => fixedOf(family, key) !== undefined);

/** Whether a change of an input, from one value to another, needs a replacement. Without a value it gets its default. */
export function needsReplacement(family: Family, key: string, before: unknown, after: unknown): boolean {
  const fixed = fixedOf(family, key);
  if (fixed === undefined || fixed === "whole") return fixed === "whole";
  const parts = [fixed.of(before), fixed.of(after ?? defaultOf(knownField(family.inputs, key)))];
  return parts[0] !== parts[1] && !parts.includes(undefined);
}

/** What a change does, in a sentence for users; empty for one that is made in place. */
export function replacementText(family: Family, key: string): string {
  const fixed = fixedOf(family, key);
  if (fixed === undefined) return "";
  return fixed === "whole" ? "A change replaces the object." : `Another ${fixed.what} replaces the object.`;
}
