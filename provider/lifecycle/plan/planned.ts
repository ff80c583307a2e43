import { type Field, knownField, type Shape } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import type { Inputs, State } from "../values/kinds";
import { NO_OBSERVATION } from "../values/response";
import { compose, impliedBy } from "../values/stored";
import { mayAdopt } from "./adoption";
import type { ObjectAndInputs } from "./results";

/** The state that creating an object will leave; UNKNOWN where only the service knows. */
export function planCreation(family: ResourceFamily, inputs: Inputs): State {
  const adopts = mayAdopt(inputs);
  const state: Record<string, unknown> = { ...inputs };
  for (const [key, field] of Object.entries(family.inputs)) {
    if (key in inputs || field.meta.returned === "never") continue;
    const fallback = field.isLocal ? field.defaultValue : undefined;
    if (fallback !== undefined) state[key] = fallback;
    if (field.isLocal) continue;
    // A module that is set on the server but not in the program is no property of the state.
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

/** The state after an update: values that depend on no changed input stay unchanged. */
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

/** Fields whose value on the service may change with one of these inputs. */
export function dependentFields(shape: Shape, changed: readonly string[]): string[] {
  const follows = (field: Field) =>
    !field.isLocal &&
    (field.meta.changesWith ?? []).some((input) =>
      input === "*" ? changed.length > 0 : changed.includes(input),
    );
  return Object.keys(shape).filter((key) => follows(knownField(shape, key)));
}

/** The value of an input that the program does not set, as the service will return it. */
function plannedUnsetValue(family: ResourceFamily, key: string, inputs: Props): unknown {
  const field = knownField(family.inputs, key);
  if (family.implied?.[key]) return impliedBy(family, key, inputs) ?? UNKNOWN;
  if (field.hasServerDefault || family.parts?.[key] !== undefined) return UNKNOWN;
  return field.defaultValue ?? null;
}
