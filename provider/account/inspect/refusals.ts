import type { Props, ResourceFamily } from "../../family/resource";
import { UNKNOWN } from "../../family/unknown";
import { type Failure, lifecycleOf } from "../../lifecycle";

/**
 * What this package would refuse of a program that takes an object over as it is.
 *
 * @param withheld - Places of secrets that the service does not tell and the program has to give.
 */
export function refusalsOf(
  family: ResourceFamily,
  id: string,
  inputs: Props,
  withheld: readonly (readonly string[])[],
): readonly Failure[] {
  const given = withheld.reduce((values, path) => withUnknownAt(values, path), { ...inputs, adoptId: id });
  return lifecycleOf(family).check({}, given).failures;
}

/** A copy of values in which a place is not known yet, so that everything is right about it. */
function withUnknownAt<V extends object>(values: V, [step = "", ...rest]: readonly string[]): V {
  const below: unknown = Object.hasOwn(values, step) ? Reflect.get(values, step) : undefined;
  if (rest.length === 0) return { ...values, [step]: UNKNOWN };
  return below !== null && typeof below === "object"
    ? { ...values, [step]: withUnknownAt(below, rest) }
    : values;
}
