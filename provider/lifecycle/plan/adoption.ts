import { walkShape } from "../../family/field";
import type { ResourceFamily } from "../../family/resource";
import type { Inputs, State } from "../values/kinds";
import type { Observation } from "../values/response";
import { asManaged, compose, currentInputs } from "../values/stored";
import { formatPath } from "../values/validate";
import { changedKeys, keysNeedingReplacement } from "./diff";

export const mayAdopt = ({ adoptId, adopt }: Inputs): boolean =>
  (adoptId ?? adopt ?? undefined) !== undefined;

/** Result of comparing an existing object with the inputs of the resource that adopts it. */
export interface Adoption {
  readonly existing: State;
  /** Inputs that differ and that one update can change. */
  readonly changes: readonly string[];
  /** Inputs that differ and that only a replacement could change. The object can't be adopted then. */
  readonly fixed: readonly string[];
  /** Paths of the program's values that the service never returns, so they can't be compared. */
  readonly notCompared: readonly string[];
}

/**
 * Compares an existing object with a program's inputs as if the program had always managed it. Ignores values that the
 * service may choose for unset inputs, parts that the program doesn't declare, and values that the service never
 * returns.
 */
export function compareForAdoption(
  family: ResourceFamily,
  id: string,
  observation: Observation,
  inputs: Inputs,
): Adoption {
  const existing = {
    ...compose(family, currentInputs(family, asManaged(inputs), observation), observation),
    adopted: true,
    adoptId: id,
  };
  const changed = changedKeys(family, existing, inputs);
  const fixed = keysNeedingReplacement(family, changed, existing, inputs);
  return {
    existing,
    changes: changed.filter((key) => family.update.includes(key) && !fixed.includes(key)),
    fixed,
    notCompared: neverReturnedPaths(family, inputs),
  };
}

function neverReturnedPaths(family: ResourceFamily, inputs: Inputs): string[] {
  const paths: string[] = [];
  walkShape(family.inputs, inputs, ({ meta }, value, path) => {
    if (meta.returned === "never" && value !== undefined) paths.push(formatPath(path));
    return meta.returned !== "never";
  });
  return paths;
}
