import type { Props, ResourceFamily } from "../family/resource";
import { changedKeys } from "./diff";
import { compose, inputsNow, type Observation } from "./state";

/** What taking an existing object over comes to. */
export interface Adoption {
  /** The object as a state. */
  readonly existing: Record<string, unknown>;
  /** Inputs in which it differs and that one update can change. */
  readonly changes: readonly string[];
  /** Inputs in which it differs and that only a replacement could change: the object cannot be taken over. */
  readonly fixed: readonly string[];
}

/**
 * How an existing object differs from what a program wants of it: seen as if the program had always managed it. So what
 * the program does not name and the service may pick is no difference, nor is a part that it does not declare, and what
 * the service does not tell is trusted.
 */
export function adoptionOf(family: ResourceFamily, id: string, seen: Observation, inputs: Props): Adoption {
  const existing = {
    ...compose(family, inputsNow(family, inputs, seen), seen),
    adopted: true,
    adoptId: id,
  };
  const wanted = changedKeys(family, existing, inputs);
  return {
    existing,
    changes: wanted.filter((key) => family.update.includes(key)),
    fixed: wanted.filter((key) => family.replaceKeys.includes(key)),
  };
}
