import type { Props, ResourceFamily } from "../../family/resource";
import { alignInput, canonical, same } from "../compare";
import { observe } from "../state";

/** What tells the object of a creation with these inputs from others: all of it but what answers never repeat. */
export function toldApartBy(family: ResourceFamily, inputs: Props): readonly unknown[] {
  return family.bodyKeys.map((key) => {
    const field = family.inputs[key];
    return field && field.meta.returned !== "never" ? [key, canonical(field, inputs[key])] : [];
  });
}

/**
 * Whether an object is what a creation with these inputs makes: each parameter that was sent has the value that was
 * sent, each that was not has the default or, where the service picks one, any value.
 */
export function isMadeFrom(family: ResourceFamily, inputs: Props, object: Props): boolean {
  const { inputs: seen, computed } = observe(family, object);
  if (family.manages && !family.manages({ ...seen, ...computed })) return false;
  return family.bodyKeys.every((key) => {
    const field = family.inputs[key];
    if (!field || field.meta.returned === "never") return true;
    const given = inputs[key] ?? undefined;
    const observed = seen[key];
    // A part that a response leaves out says nothing; any other parameter that it leaves out is not set.
    if (observed === undefined && family.parts?.[key]) return true;
    if (observed === undefined) return same(field, given, undefined);
    return same(field, given, alignInput(field, given, observed));
  });
}
