import { isRecord, type Step } from "../../family/field";
import { stepsOf } from "../../family/property-path";
import type { Inputs } from "../../lifecycle";

/** Restores stored inputs at the paths of `ignoreChanges`, which the engine does before an update but not in a refresh. */
export function applyIgnoreChanges(
  paths: readonly string[],
  stored: Inputs | undefined,
  program: Inputs,
): Inputs {
  if (stored === undefined || paths.length === 0) return program;
  const inputs = structuredClone(program);
  for (const path of paths) reset(stepsOf(path), stored, inputs);
  return inputs;
}

/** Restores the stored value at a path. Lists keep their lengths. */
function reset([step, ...below]: readonly Step[], stored: unknown, inputs: unknown): void {
  if (step === undefined) return;
  if (Array.isArray(inputs) && Array.isArray(stored)) {
    const positions = step === "*" ? inputs.keys() : [Number(step)];
    for (const n of positions) {
      if (!(n in inputs && n in stored)) continue;
      if (below.length > 0) reset(below, stored[n], inputs[n]);
      else inputs[n] = stored[n];
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
