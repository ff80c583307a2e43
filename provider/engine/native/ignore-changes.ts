import { isRecord } from "../../family/field";
import { type PathStep, stepsOf } from "../../family/property-path";
import type { Inputs } from "../../lifecycle";

/**
 * Replaces the program's inputs at ignored paths by the stored ones. The engine does so before an update, but not in a
 * refresh, which would otherwise report changes that the next update ignores.
 *
 * @param paths - The resource option `ignoreChanges`, such as `headers["x.y"][0]` and `modules[*].enabled`.
 * @param stored - Undefined for older engines.
 */
export function applyIgnoreChanges(
  paths: readonly string[],
  stored: Inputs | undefined,
  given: Inputs,
): Inputs {
  if (stored === undefined || paths.length === 0) return given;
  const inputs = structuredClone(given);
  for (const path of paths) reset(stepsOf(path), stored, inputs);
  return inputs;
}

/** Restores the stored value at a path. Lists keep their lengths. */
function reset([step, ...below]: readonly PathStep[], stored: unknown, inputs: unknown): void {
  if (step === undefined) return;
  if (Array.isArray(inputs) && Array.isArray(stored)) {
    const positions = step === "*" ? inputs.keys() : [Number(step)];
    for (const at of positions) {
      if (!(at in inputs && at in stored)) continue;
      if (below.length > 0) reset(below, stored[at], inputs[at]);
      else inputs[at] = stored[at];
    }
  } else if (isRecord(inputs) && (isRecord(stored) || step !== "*")) {
    const before = isRecord(stored) ? stored : {};
    const keys = step === "*" ? Object.keys({ ...inputs, ...before }) : [String(step)];
    for (const key of keys) {
      const isStored = Object.hasOwn(before, key);
      if (below.length > 0) {
        // An inherited value is shared by all objects and must not be changed.
        if (Object.hasOwn(inputs, key)) reset(below, isStored ? before[key] : undefined, inputs[key]);
      } else if (isStored) inputs[key] = before[key];
      else delete inputs[key];
    }
  }
}
