import { knownField, mayChangeWith } from "../../family/field";
import type { Inputs, ObjectFamily, Props, ResourceFamily, State } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { isBlank, isEnabled } from "../values/compare";
import { canBeMarked, METADATA, markIn } from "../values/mark";
import { NO_OBSERVATION } from "../values/response";
import { hashInputs, keysSetToHash } from "../values/secret-hashes";
import { asList, compose, impliedBy, withDerived } from "../values/state";
import { type CheckResult, checkInputs } from "./check";
import { adoptedId, compareWithProgram, findChangedInputs, mayAdopt, needsSameName } from "./diff";
import { isMarkedForAnother } from "./marks";
import type { CheckRequest, Comparison, Diff, ObjectAndInputs, PlannedObject } from "./types";

export function checkResource(
  family: ResourceFamily,
  { inputs: programInputs, before = {}, seed }: CheckRequest,
): CheckResult {
  const { inputs: shape, rules = [] } = family;
  const isNew = Object.keys(before).length === 0;
  const wasOmitted = (key: string) => mayAdopt(programInputs) || (!isNew && before[key] === undefined);
  const neverReturned = Object.keys(shape).filter((key) => knownField(shape, key).meta.returned === "never");
  const options = { rules, mayOmit: neverReturned.filter(wasOmitted), outputs: family.computedKeys };
  const checked = checkInputs(shape, before, programInputs, options);
  const { inputs } = checked;
  const failures = [...checked.failures];
  for (const path of keysSetToHash(shape, before, inputs))
    failures.push({
      path,
      reason: "is the hash that a stack stores instead of a secret value: set it to the value itself",
    });
  const adoptReason = adoptError(family, inputs);
  if (adoptReason !== undefined) failures.push({ path: "adopt", reason: adoptReason });
  if (canBeMarked(family) && markIn(inputs) !== undefined)
    failures.push({
      path: METADATA,
      reason:
        "ends in an ownership mark (tunnel-edge), which only the provider adds and removes: remove the mark",
    });
  if (failures.length > 0) return { ...checked, failures };
  return { ...checked, inputs: hashInputs(shape, before, withDerived(family, inputs), seed) };
}

function adoptError({ name, naturalKey = [], alternatives }: ResourceFamily, inputs: Inputs) {
  if (inputs.adopt === undefined) return undefined;
  if (inputs.adoptId !== undefined)
    return "conflicts with adoptId, which already names the object to adopt: remove one of the two";
  const missing = naturalKey.filter((key) => isBlank(inputs[key]) && key !== alternatives?.id);
  if (missing.length === 0) return undefined;
  return `needs ${missing.join(", ")} to find an existing ${name}: set it, or remove adopt`;
}

export function diffResource(family: ResourceFamily, comparison: Comparison): Diff {
  const { id, state, inputs, move, creators = [] } = comparison;
  const { renews, ...difference } = compareWithProgram(family, comparison);
  const hasHiddenChange = renews || move !== undefined;
  const hasChangedInputs = difference.changedInputs.length > 0;
  const updatesMark = difference.replaces.length === 0 && isMarkedForAnother(state, creators);
  const note = `${family.name} ${id}: its resource was renamed or moved, so an update rewrites the ownership mark in its metadata`;
  return {
    ...difference,
    warnings: [...difference.warnings, ...unmanagedConflicts(family, comparison, difference.changedInputs)],
    changed: hasChangedInputs || hasHiddenChange || updatesMark,
    needsExplicitChange: hasHiddenChange || (updatesMark && !hasChangedInputs),
    notes: updatesMark ? [note] : [],
    // The engine also uses this flag if it decides on the replacement itself, e.g. with `replaceOnChanges`.
    deleteBeforeReplace:
      difference.deleteBeforeReplace ||
      (difference.replaces.length === 0 && needsSameName(family, state, inputs)),
  };
}

/** Warns about changed modules that the service may refuse because the object has others that the program doesn't declare. */
function unmanagedConflicts(
  family: ResourceFamily,
  { id, state, inputs }: ObjectAndInputs,
  changed: readonly string[],
): string[] {
  const unmanaged = asList(state.unmanagedModules).map(String);
  return (family.conflicts ?? []).flatMap(({ among, when }) => {
    const refused = changed.filter((key) => among.includes(key) && isEnabled(inputs[key]));
    const conflicting = unmanaged.filter((key) => among.includes(key) && inputs[key] === undefined);
    if (refused.length === 0 || conflicting.length === 0 || when?.(inputs) === false) return [];
    const names = conflicting.join(", ");
    return `${family.name} ${id}: the service may refuse ${refused.join(", ")} next to ${names}, which it has and the program doesn't declare: to remove ${names}, declare it with enabled: false, run \`pulumi up\`, and then remove it from the program`;
  });
}

export function planObject(
  family: ObjectFamily,
  inputs: Inputs,
  before?: { readonly id: string; readonly state: Props },
): PlannedObject {
  if (before) return { id: before.id, state: planUpdate(family, { ...before, inputs }) };
  const state = planCreation(family, inputs);
  const id = holdsUnknown(inputs.adoptId) ? undefined : adoptedId(inputs);
  return id === undefined ? { state } : { id, state };
}

/** Returns the state after a creation, with UNKNOWN for values that only the service knows. */
function planCreation(family: ObjectFamily, inputs: Inputs): State {
  const adopts = mayAdopt(inputs);
  const state: Record<string, unknown> = { ...inputs };
  for (const [key, field] of Object.entries(family.inputs)) {
    if (key in inputs || field.meta.returned === "never") continue;
    if (field.isLocal) {
      if (field.defaultValue !== undefined) state[key] = field.defaultValue;
      continue;
    }
    // A state excludes modules that exist on the service but not in the program.
    if (family.moduleKeys.includes(key)) continue;
    state[key] = adopts ? UNKNOWN : plannedUnsetValue(family, key, inputs);
  }
  for (const key of family.computedKeys) if (!(key in state)) state[key] = UNKNOWN;
  if (!adopts && family.moduleKeys.length > 0) state.unmanagedModules = [];
  if (!adopts) delete state.adopted;
  else state.adopted = typeof inputs.adoptId === "string" && !holdsUnknown(inputs.adoptId) ? true : UNKNOWN;
  return state;
}

/** Returns the state after an update. Values that don't depend on a changed input stay the same. */
function planUpdate(family: ObjectFamily, { id, state: before, inputs }: ObjectAndInputs): State {
  const changed = findChangedInputs(family, { id, state: before, inputs });
  const state: Record<string, unknown> = compose(family, inputs, NO_OBSERVATION, before);
  for (const key of changed) {
    const field = knownField(family.inputs, key);
    if (key in inputs || field.isLocal || family.moduleKeys.includes(key)) continue;
    state[key] = plannedUnsetValue(family, key, inputs);
  }
  for (const [key, field] of Object.entries({ ...family.outputs, ...family.inputs }))
    if (!(key in inputs) && !field.isLocal && mayChangeWith(field, changed)) state[key] = UNKNOWN;
  const { from = [], outputs = [] } = family.derive ?? {};
  if (from.some((input) => holdsUnknown(inputs[input]))) for (const key of outputs) state[key] = UNKNOWN;
  return state;
}

function plannedUnsetValue(family: ObjectFamily, key: string, inputs: Props): unknown {
  const field = knownField(family.inputs, key);
  if (family.implied?.[key]) return impliedBy(family, key, inputs) ?? UNKNOWN;
  if (field.hasServerDefault || family.parts[key] !== undefined) return UNKNOWN;
  return field.defaultValue ?? null;
}
