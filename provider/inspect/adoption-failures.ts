import type { Props, ResourceFamily } from "../family/resource";
import { UNKNOWN } from "../family/unknown";
import { type Failure, lifecycleOf } from "../lifecycle";

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
  const declared = withheld.reduce((values, path) => withUnknownAt(values, path), { ...inputs, adoptId: id });
  return lifecycleOf(family).check({ inputs: declared }).failures;
}

/** A copy of the values in which one path is unknown, so that it passes every check. */
function withUnknownAt<V extends object>(values: V, [step = "", ...below]: readonly string[]): V {
  if (below.length === 0) return { ...values, [step]: UNKNOWN };
  const value: unknown = Object.hasOwn(values, step) ? Reflect.get(values, step) : undefined;
  return value !== null && typeof value === "object"
    ? { ...values, [step]: withUnknownAt(value, below) }
    : values;
}
