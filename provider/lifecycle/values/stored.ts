import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { alignInput, areEqual, isBlank, isMeaningless, withLists } from "./compare";
import type { Inputs, State } from "./kinds";
import type { Observation } from "./response";

/**
 * Key that lists the inputs whose value in the state is the service's rather than the program's. The engine passes
 * only the old outputs to diff, read, and update, so the old inputs can't show this. Missing in older or edited
 * states.
 */
export const UNSET = "__unset";

/**
 * Key for the time at which the object was adopted from an earlier run. A forced replacement may have adopted the
 * object that it was to replace. Then the state to be deleted has the same id, but an earlier time or none.
 */
export const TAKEN_OVER = "__takenOver";

/**
 * Key for the object's ownership mark and the place of the resource that it was written for (see plan/marks). A
 * resource that is renamed or moved keeps its state, so the place shows the change.
 */
export const MARKED = "__marked";

/** True if a state contains only the id, as for `get` and import. */
export const hasOnlyId = (state: State) => Object.keys(state).every((key) => key === "__provider");

/** Returns the value that the service chooses for an unset input, if the other inputs determine it. */
export function impliedBy(family: ResourceFamily, key: string, inputs: Props): unknown {
  return family.implied?.[key]?.(inputs);
}

export function withImplied(family: ResourceFamily, inputs: Props): Props {
  const missing = Object.keys(family.implied ?? {}).filter((key) => inputs[key] === undefined);
  const entries = missing.map((key) => [key, impliedBy(family, key, inputs)] as const);
  return { ...inputs, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

/** True if a value on the service is the one that the rest of the object implies. */
export function isImplied(family: ResourceFamily, key: string, object: Props): boolean {
  const implied = impliedBy(family, key, object);
  return implied === undefined || areEqual(knownField(family.inputs, key), object[key], implied);
}

/** Returns the state of an object as if a program with these inputs had always managed it. */
export const asManaged = (inputs: Props): State => ({ ...inputs, [UNSET]: [] });

/** Returns the program's value of an input; undefined if the state contains the service's value. */
export function declaredValue(state: State, key: string): unknown {
  return asList(state[UNSET]).includes(key) ? undefined : (state[key] ?? undefined);
}

/** Like `declaredValue`, but also undefined if the state doesn't show whether the service chose the value. */
export const knownDeclaredValue = (state: State, key: string): unknown =>
  Array.isArray(state[UNSET]) ? declaredValue(state, key) : undefined;

/**
 * True if the service may have chosen the value in a state, so that removing the input from the program may change
 * nothing. Excludes modules, which are in the state only if the program declared them, and inputs whose removal never
 * changes anything (`isKept`).
 */
export const mayBeServerChosen = (family: ResourceFamily, key: string): boolean =>
  isLeftAlone(family, key) && !family.moduleKeys.includes(key) && !knownField(family.inputs, key).isKept;

/** True for inputs that keep their value on the service until the program sets them. */
export function isLeftAlone(family: ResourceFamily, key: string): boolean {
  return family.parts?.[key] !== undefined || knownField(family.inputs, key).hasServerDefault;
}

/**
 * Returns the state of an object: the program's inputs, the service's values for unset inputs, and the computed fields.
 * Fields missing from the response keep the value of `before`.
 */
export function compose(
  family: ResourceFamily,
  inputs: Inputs,
  observation: Observation,
  before: State = {},
): State {
  const state: Record<string, unknown> = { ...inputs };
  const unset: string[] = [];
  const unmanaged: string[] = [];
  for (const [key, schema] of Object.entries(family.inputs)) {
    const isTrusted = schema.meta.returned === "never" && !schema.isKept;
    if (key in inputs || isTrusted) continue;
    if (schema.isLocal) {
      const fallback = schema.defaultValue;
      if (fallback === undefined) continue;
      state[key] = fallback;
      unset.push(key);
      continue;
    }
    const value = key in observation.inputs ? observation.inputs[key] : before[key];
    if (family.moduleKeys.includes(key)) {
      const known = key in observation.inputs ? value : asList(before.unmanagedModules).includes(key);
      if (known !== null && known !== undefined && known !== false) unmanaged.push(key);
    } else {
      const isLeft = family.parts?.[key] !== undefined || schema.hasServerDefault;
      const missing = isLeft ? undefined : (schema.defaultValue ?? null);
      const filled = isMeaningless(schema, value) ? missing : value;
      if (filled === undefined || value === undefined) continue;
      state[key] = filled;
      unset.push(key);
    }
  }
  for (const [key, field] of Object.entries(family.outputs)) {
    if (key in family.inputs) continue;
    const previous =
      before[key] === undefined || isOutdated(family, key, inputs, before) ? inputs[key] : before[key];
    const observed = key in observation.computed ? observation.computed[key] : previous;
    // Outputs derived from the inputs stay known if the service doesn't return them.
    const value = observed ?? inputs[key] ?? observed;
    const present = withLists(field, value);
    const lasting = family.onceKeys.includes(key) && isBlank(present) ? (before[key] ?? null) : present;
    if (lasting !== undefined) state[key] = lasting;
  }
  if (family.moduleKeys.length > 0) state.unmanagedModules = unmanaged.sort();
  if (before.adopted === true) state.adopted = true;
  for (const key of [TAKEN_OVER, MARKED]) if (before[key] !== undefined) state[key] = before[key];
  const isAmbiguous = (key: string) => state[key] !== undefined && mayBeServerChosen(family, key);
  if (unset.length > 0 || Object.keys(family.inputs).some(isAmbiguous)) state[UNSET] = unset;
  return state;
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isOutdated(family: ResourceFamily, key: string, inputs: Inputs, before: State): boolean {
  const { from = [], outputs = [] } = family.derive ?? {};
  const changed = (input: string) =>
    !areEqual(knownField(family.inputs, input), before[input], inputs[input]);
  return outputs.includes(key) && from.some(changed);
}

/** Returns the inputs that would produce the current object, in the program's spelling if unchanged. */
export function currentInputs(family: ResourceFamily, before: State, observation: Observation): Inputs {
  const inputs: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(family.inputs)) {
    const declared = (mayBeServerChosen(family, key) ? knownDeclaredValue : declaredValue)(before, key);
    const leftAlone = declared === undefined && family.parts?.[key] !== undefined;
    const observed = observation.inputs[key];
    const isChosen =
      declared === undefined && observed !== undefined && !isImplied(family, key, observation.inputs);
    const value =
      schema.isLocal || leftAlone ? declared : isChosen ? observed : alignInput(schema, declared, observed);
    if (value !== undefined && value !== null) inputs[key] = value;
  }
  return withDerived(family, inputs);
}

/** Adds the outputs that check derives from inputs. */
export const withDerived = (family: ResourceFamily, inputs: Inputs): Inputs => ({
  ...inputs,
  ...deriveOutputs(family, inputs),
});

/**
 * Returns the outputs that depend only on the inputs. They are unknown rather than missing if an input is unknown,
 * because an update plan allows only inputs that its preview had.
 */
export function deriveOutputs(family: ResourceFamily, inputs: Props): Props {
  const { derive } = family;
  if (!derive || derive.from.some((key) => inputs[key] === undefined)) return {};
  if (derive.from.some((key) => holdsUnknown(inputs[key])))
    return Object.fromEntries(derive.outputs.map((key) => [key, UNKNOWN]));
  return derive.compute(inputs);
}
