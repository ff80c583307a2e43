import { type Field, knownField, type Shape } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import type { Inputs, State } from "../values/kinds";
import { NO_OBSERVATION } from "../values/response";
import { compose, impliedBy } from "../values/stored";
import { mayAdopt } from "./adoption";
import type { ObjectAndInputs } from "./results";

/** Returns the state after a creation, with UNKNOWN for values that only the service knows. */
export function planCreation(family: ResourceFamily, inputs: Inputs): State {
  const adopts = mayAdopt(inputs);
  const state: Record<string, unknown> = { ...inputs };
  for (const [key, field] of Object.entries(family.inputs)) {
    if (key in inputs || field.meta.returned === "never") continue;
    const fallback = field.isLocal ? field.defaultValue : undefined;
    if (fallback !== undefined) state[key] = fallback;
    if (field.isLocal) continue;
    // The state doesn't include modules that exist on the service but not in the program.
    if (family.moduleKeys.includes(key)) continue;
    state[key] = adopts ? UNKNOWN : plannedUnsetValue(family, key, inputs);
  }
  for (const key of family.computedKeys) if (!(key in state)) state[key] = UNKNOWN;
  if (!adopts && family.moduleKeys.length > 0) state.unmanagedModules = [];
  if (!adopts) delete state.adopted;
  else state.adopted = typeof inputs.adoptId === "string" && !holdsUnknown(inputs.adoptId) ? true : UNKNOWN;
  return state;
}

interface Change extends Omit<ObjectAndInputs, "id"> {
  readonly changed: readonly string[];
}

/** Returns the state after an update. Values that don't depend on a changed input stay the same. */
export function planUpdate(family: ResourceFamily, { state: before, inputs, changed }: Change): State {
  const state: Record<string, unknown> = compose(family, inputs, NO_OBSERVATION, before);
  for (const key of changed) {
    const field = knownField(family.inputs, key);
    if (key in inputs || field.isLocal || family.moduleKeys.includes(key)) continue;
    state[key] = plannedUnsetValue(family, key, inputs);
  }
  for (const key of dependentFields({ ...family.outputs, ...family.inputs }, changed))
    if (!(key in inputs)) state[key] = UNKNOWN;
  const { from = [], outputs = [] } = family.derive ?? {};
  if (from.some((input) => holdsUnknown(inputs[input]))) for (const key of outputs) state[key] = UNKNOWN;
  return state;
}

/** Returns the fields that may change on the service when one of these inputs changes. */
export function dependentFields(shape: Shape, changed: readonly string[]): string[] {
  const follows = (field: Field) =>
    !field.isLocal &&
    (field.meta.changesWith ?? []).some((input) =>
      input === "*" ? changed.length > 0 : changed.includes(input),
    );
  return Object.keys(shape).filter((key) => follows(knownField(shape, key)));
}

/** Returns the value that the service will return for an input that the program doesn't set. */
function plannedUnsetValue(family: ResourceFamily, key: string, inputs: Props): unknown {
  const field = knownField(family.inputs, key);
  if (family.implied?.[key]) return impliedBy(family, key, inputs) ?? UNKNOWN;
  if (field.hasServerDefault || family.parts?.[key] !== undefined) return UNKNOWN;
  return field.defaultValue ?? null;
}
