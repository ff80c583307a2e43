import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { alignInput, areEqual, isBlank, withLists } from "./compare";
import type { Inputs, State } from "./kinds";
import type { Observation } from "./response";

/**
 * Key that lists the inputs the program did not give although the state holds the service's value for them. The
 * engine passes only the old outputs to diff, read and update, so the old inputs cannot show this. Older and edited
 * states may lack it.
 */
export const UNSET = "__unset";

/**
 * When the object was adopted from an earlier run. A forced replacement may have adopted the object that it was
 * to replace; then a state without this key, or with an earlier time, waits to be deleted under the same id.
 */
export const TAKEN_OVER = "__takenOver";

/**
 * The ownership mark that the object carries, and the place of the resource that it was written for: see
 * plan/marks. A resource that is renamed or moved keeps the state, so that the difference shows.
 */
export const MARKED = "__marked";

/** Whether a state holds nothing but the id, as for `get` and import. */
export const hasOnlyId = (state: State) => Object.keys(state).every((key) => key === "__provider");

/** The value that the service chooses for an input that is not given, as far as the other inputs determine it. */
export function impliedBy(family: ResourceFamily, key: string, inputs: Props): unknown {
  return family.implied?.[key]?.(inputs);
}

/** Adds the implied values of inputs that are not given, as far as the others determine them. */
export function withImplied(family: ResourceFamily, inputs: Props): Props {
  const missing = Object.keys(family.implied ?? {}).filter((key) => inputs[key] === undefined);
  const entries = missing.map((key) => [key, impliedBy(family, key, inputs)] as const);
  return { ...inputs, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

/** Whether a value on the service is the one implied by the rest of the object. */
export function isImplied(family: ResourceFamily, key: string, object: Props): boolean {
  const implied = impliedBy(family, key, object);
  return implied === undefined || areEqual(knownField(family.inputs, key), object[key], implied);
}

/** The state of an object as if a program with these inputs had always managed it. */
export const asManaged = (inputs: Props): State => ({ ...inputs, [UNSET]: [] });

/** The value of an input that the program gave; undefined when the state holds the service's own value. */
export function declaredValue(state: State, key: string): unknown {
  return asList(state[UNSET]).includes(key) ? undefined : (state[key] ?? undefined);
}

/**
 * The same for an input whose value the service may have chosen: undefined as well where the state does not say who has.
 */
export const knownDeclaredValue = (state: State, key: string): unknown =>
  Array.isArray(state[UNSET]) ? declaredValue(state, key) : undefined;

/**
 * Whether the value of an input in a state may be the service's own, and unsetting it a change. A module is in the state
 * only if it was declared.
 */
export const mayBeServerChosen = (family: ResourceFamily, key: string): boolean =>
  isLeftAlone(family, key) && !family.moduleKeys.includes(key) && !knownField(family.inputs, key).isKept;

/** Inputs that stay as they are on the service until the program sets them. */
export function isLeftAlone(family: ResourceFamily, key: string): boolean {
  return family.parts?.[key] !== undefined || knownField(family.inputs, key).hasServerDefault;
}

/**
 * The state of an object: the program's inputs as given, the service's values for inputs that were not given, and the
 * computed fields. Fields missing from the response keep the value of `before`.
 */
export function compose(
  family: ResourceFamily,
  inputs: Inputs,
  seen: Observation,
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
    const value = key in seen.inputs ? seen.inputs[key] : before[key];
    if (family.moduleKeys.includes(key)) {
      const known = key in seen.inputs ? value : asList(before.unmanagedModules).includes(key);
      if (known !== null && known !== undefined && known !== false) unmanaged.push(key);
    } else {
      const isLeft = family.parts?.[key] !== undefined || schema.hasServerDefault;
      const missing = isLeft ? undefined : (schema.defaultValue ?? null);
      const filled = isBlank(value) ? missing : value;
      if (filled === undefined || value === undefined) continue;
      state[key] = filled;
      unset.push(key);
    }
  }
  for (const [key, field] of Object.entries(family.outputs)) {
    if (key in family.inputs) continue;
    const previous =
      before[key] === undefined || isOutdated(family, key, inputs, before) ? inputs[key] : before[key];
    const observed = key in seen.computed ? seen.computed[key] : previous;
    // What follows from the inputs stays known where the service does not say it.
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

/** Whether an output depends on inputs that have changed, so that its earlier value is outdated. */
function isOutdated(family: ResourceFamily, key: string, inputs: Inputs, before: State): boolean {
  const { from = [], outputs = [] } = family.derive ?? {};
  const changed = (input: string) =>
    !areEqual(knownField(family.inputs, input), before[input], inputs[input]);
  return outputs.includes(key) && from.some(changed);
}

/**
 * The inputs that would produce the current object, in the program's spelling where nothing changed. Without an
 * earlier state (import, get) every value that is not a default counts as given.
 */
export function currentInputs(family: ResourceFamily, before: State | undefined, seen: Observation): Inputs {
  const inputs: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(family.inputs)) {
    const given =
      before && (mayBeServerChosen(family, key) ? knownDeclaredValue : declaredValue)(before, key);
    const leftAlone = before !== undefined && given === undefined && family.parts?.[key] !== undefined;
    const observed = seen.inputs[key];
    const isChosen = given === undefined && observed !== undefined && !isImplied(family, key, seen.inputs);
    const value =
      schema.isLocal || leftAlone ? given : isChosen ? observed : alignInput(schema, given, observed);
    if (value !== undefined && value !== null) inputs[key] = value;
  }
  const { alternatives } = family;
  const id = alternatives && before === undefined ? seen.inputs[alternatives.id] : undefined;
  if (alternatives && !isBlank(id)) inputs[alternatives.id] = id;
  return { ...inputs, ...deriveOutputs(family, inputs) };
}

/**
 * Outputs that follow from the inputs alone. Of unknown inputs they are unknown, and not missing: an update plan
 * allows no input that its preview has not had.
 */
export function deriveOutputs(family: ResourceFamily, inputs: Props): Props {
  const { derive } = family;
  if (!derive || derive.from.some((key) => inputs[key] === undefined)) return {};
  if (derive.from.some((key) => holdsUnknown(inputs[key])))
    return Object.fromEntries(derive.outputs.map((key) => [key, UNKNOWN]));
  return derive.compute(inputs);
}
