import { isRecord } from "../../family/field";
import { type PathStep, stepsOf } from "../../family/property-path";

import type { Inputs } from "../../lifecycle";

/**
 * The program's inputs with the stored values where the resource option `ignoreChanges` tells so, as the engine prepares
 * them for an update. It does not for a refresh, and expects the provider to: otherwise a refresh reports what the
 * next update ignores.
 *
 * @param paths - As the program gives them, such as `headers["x.y"][0]` and `modules[*].enabled`.
 * @param stored - Undefined for engines that do not pass the stored inputs.
 */
export function withoutIgnored(paths: readonly string[], stored: Inputs | undefined, given: Inputs): Inputs {
  if (stored === undefined || paths.length === 0) return given;
  const inputs = structuredClone(given);
  for (const path of paths) reset(stepsOf(path), stored, inputs);
  return inputs;
}

/** Puts the stored value in the place of a new one. Lists keep their lengths. */
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
    const known = isRecord(stored) ? stored : {};
    const keys = step === "*" ? Object.keys({ ...inputs, ...known }) : [String(step)];
    for (const key of keys) {
      const has = Object.hasOwn(known, key);
      if (below.length > 0) {
        // Never an inherited key, whose value all objects share.
        if (Object.hasOwn(inputs, key)) reset(below, has ? known[key] : undefined, inputs[key]);
      } else if (has) inputs[key] = known[key];
      else delete inputs[key];
    }
  }
}
