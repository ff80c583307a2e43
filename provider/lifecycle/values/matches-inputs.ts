import type { Props, ResourceFamily } from "../../family/resource";
import { alignInput, areEqual, canonical } from "./compare";
import { observe } from "./response";

/** Returns the values that distinguish an object created with these inputs: all that responses may return. */
export function distinguishingValues(family: ResourceFamily, inputs: Props): readonly unknown[] {
  return family.bodyKeys.map((key) => {
    const field = family.inputs[key];
    return field && field.meta.returned !== "never" ? [key, canonical(field, inputs[key])] : [];
  });
}

/**
 * True if an object may result from a creation with these inputs: each parameter has the value that was sent or, if
 * none was sent, the default. If the service chooses a parameter that wasn't sent, any value matches.
 */
export function matchesInputs(family: ResourceFamily, inputs: Props, object: Props): boolean {
  const { inputs: observedInputs, computed } = observe(family, object);
  if (family.manages && !family.manages({ ...observedInputs, ...computed })) return false;
  return family.bodyKeys.every((key) => {
    const field = family.inputs[key];
    if (!field || field.meta.returned === "never") return true;
    const declared = inputs[key] ?? undefined;
    const observed = observedInputs[key];
    // A part missing from a response is unknown; any other missing parameter is not set.
    if (observed === undefined && family.parts?.[key]) return true;
    if (observed === undefined) return areEqual(field, declared, undefined);
    return areEqual(field, declared, alignInput(field, declared, observed));
  });
}
