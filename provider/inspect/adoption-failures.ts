import type { Props, ResourceFamily } from "../family/resource";
import { UNKNOWN } from "../family/unknown";
import { type Failure, lifecycleOf } from "../lifecycle";
import { withValueAt } from "./placeholders";

/**
 * Returns the errors that this package would report for a program that adopts an object unchanged.
 *
 * @param withheld - Paths of secrets that the service doesn't return and the program has to set.
 */
export function adoptionFailures(
  family: ResourceFamily,
  id: string,
  inputs: Props,
  withheld: readonly (readonly string[])[],
): readonly Failure[] {
  // An unknown value passes every check.
  const declared = withheld.reduce<unknown>((values, path) => withValueAt(values, path, UNKNOWN), {
    ...inputs,
    adoptId: id,
  }) as Props;
  return lifecycleOf(family).check({ inputs: declared }).failures;
}
