import { canonicalInstant, canonicalSecond } from "../../family/canonical-forms";
import { type Field, isRequired, knownField, mapObjects, mapShape, type Shape } from "../../family/field";
import type { Inputs, ObjectFamily, Props, ResourceFamily, State } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { alignInput, areEqual, isBlank, isMeaningless, isPresent, withLists } from "./compare";
import type { Observation } from "./response";

export type { Inputs, State };

/** State key that lists the inputs with the service's value. Missing if irrelevant, and in older or edited states. */
export const UNSET = "__unset";

/** Key of the time at which an interrupted run's object was recovered. A later recovery has a later time. */
export const RECOVERED_AT = "__takenOver";

/** Key of the ownership mark and the hash of its resource's name, which shows whether that was renamed or moved. */
export const MARKED = "__marked";

/** True if a state contains only the id, as for `get` and import. */
export const hasOnlyId = (state: State) => Object.keys(state).every((key) => key === "__provider");

/** Returns the value that the service chooses for an unset input if the other inputs determine it. */
export const impliedBy = (family: ObjectFamily, key: string, inputs: Props): unknown =>
  family.implied?.[key]?.(inputs);

export function withImplied(family: ObjectFamily, inputs: Props): Props {
  const implied = Object.keys(family.implied ?? {})
    .filter((key) => inputs[key] === undefined)
    .map((key) => [key, impliedBy(family, key, inputs)] as const);
  return { ...inputs, ...Object.fromEntries(implied.filter(([, value]) => value !== undefined)) };
}

/** True if the object's value is the one that its other values imply, or if they imply none. */
function isImplied(family: ObjectFamily, key: string, object: Props): boolean {
  const implied = impliedBy(family, key, object);
  return implied === undefined || areEqual(knownField(family.inputs, key), object[key], implied);
}

/** Returns the state of an object for which the program has set all inputs. */
export const asManaged = (inputs: Props): State => ({ ...inputs, [UNSET]: [] });

/** Returns the program's value of an input; undefined if the state contains the service's value. */
export function declaredValue(state: State, key: string): unknown {
  return asList(state[UNSET]).includes(key) ? undefined : (state[key] ?? undefined);
}

/** Like `declaredValue`, but undefined if the state does not record whose value it contains. */
export const knownDeclaredValue = (state: State, key: string): unknown =>
  Array.isArray(state[UNSET]) ? declaredValue(state, key) : undefined;

/** True if the service may have chosen the value in a state, so that removing the input may change nothing. */
export const mayBeServerChosen = (family: ObjectFamily, key: string): boolean =>
  keepsServiceValue(family, key) &&
  !family.moduleKeys.includes(key) &&
  !knownField(family.inputs, key).isKept;

/** True for inputs that keep their value on the service until the program sets them. */
export function keepsServiceValue(family: ObjectFamily, key: string): boolean {
  return family.parts[key] !== undefined || family.inputs[key]?.hasServerDefault === true;
}

/** Returns an object's state. Fields missing from the response keep the value of `before`. */
export function compose(
  family: ObjectFamily,
  inputs: Inputs,
  observation: Observation,
  before: State = {},
): State {
  const state: Record<string, unknown> = { ...inputs };
  const unset: string[] = [];
  const unmanaged: string[] = [];
  for (const [key, field] of Object.entries(family.inputs)) {
    if (key in inputs || (field.meta.returned === "never" && !field.isKept)) continue;
    const observed = key in observation.inputs ? observation.inputs[key] : before[key];
    if (family.moduleKeys.includes(key)) {
      const wasUnmanaged = asList(before.unmanagedModules).includes(key);
      if (key in observation.inputs ? isPresent(observed) : wasUnmanaged) unmanaged.push(key);
      continue;
    }
    // A blank value counts as the default, or as none if the service may keep its own.
    const missing = keepsServiceValue(family, key) ? undefined : (field.defaultValue ?? null);
    const filled = observed !== undefined && isMeaningless(field, observed) ? missing : observed;
    const value = field.isLocal ? field.defaultValue : filled;
    if (value === undefined) continue;
    state[key] = value;
    unset.push(key);
  }
  for (const [key, field] of Object.entries(family.outputs)) {
    if (key in family.inputs) continue;
    const previous =
      before[key] === undefined || isOutdated(family, key, inputs, before) ? inputs[key] : before[key];
    const observed = key in observation.computed ? observation.computed[key] : previous;
    // Outputs derived from inputs stay known if the service omits them. Without an input, null stays null.
    const present = withLists(field, observed ?? inputs[key] ?? observed);
    const lasting = family.onceKeys.includes(key) && isBlank(present) ? (before[key] ?? null) : present;
    if (lasting !== undefined) state[key] = lasting;
  }
  if (family.moduleKeys.length > 0) state.unmanagedModules = unmanaged.sort();
  if (before.adopted === true) state.adopted = true;
  for (const key of [RECOVERED_AT, MARKED]) if (before[key] !== undefined) state[key] = before[key];
  // Without a record, it would be unknown whether the program or the service set these values. The record may be empty.
  if (unset.length > 0 || needsRecord(family)) state[UNSET] = unset;
  return state;
}

const needsRecord = (family: ObjectFamily) =>
  Object.keys(family.inputs).some((key) => mayBeServerChosen(family, key));

/** Like `compose`, for a refresh: without a record in `before`, it stays unknown who set the values. */
export function refreshed(family: ObjectFamily, inputs: Inputs, seen: Observation, before: State): State {
  const { [UNSET]: unset, ...state } = compose(family, inputs, seen, before);
  const isUnknown = needsRecord(family) && !Array.isArray(before[UNSET]) && !hasOnlyId(before);
  return isUnknown || unset === undefined ? state : { ...state, [UNSET]: unset };
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isOutdated(family: ObjectFamily, key: string, inputs: Inputs, before: State): boolean {
  const { from = [], outputs = [] } = family.derive ?? {};
  const isChanged = (input: string) =>
    !areEqual(knownField(family.inputs, input), before[input], inputs[input]);
  return outputs.includes(key) && from.some(isChanged);
}

/** Returns the inputs that would produce the current object, in the program's spelling. */
export function currentInputs(family: ObjectFamily, before: State, observation: Observation): Inputs {
  const inputs: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(family.inputs)) {
    const declared = (mayBeServerChosen(family, key) ? knownDeclaredValue : declaredValue)(before, key);
    const isUndeclaredPart = declared === undefined && family.parts[key] !== undefined;
    const observed = observation.inputs[key];
    const isChosen =
      declared === undefined && observed !== undefined && !isImplied(family, key, observation.inputs);
    const value =
      field.isLocal || isUndeclaredPart
        ? declared
        : isChosen
          ? observed
          : alignInput(field, declared, observed);
    if (isPresent(value)) inputs[key] = value;
  }
  return withDerived(family, inputs);
}

export const withDerived = (family: ObjectFamily, inputs: Inputs): Inputs => ({
  ...inputs,
  ...deriveOutputs(family, inputs),
});

/**
 * Returns inputs that would declare an object, without defaults, and without timestamps and deprecated values that the
 * service may have chosen. Includes its other choices: losing a minimum TLS version would weaken security.
 */
export function inferInputs(family: ResourceFamily, observed: Inputs): Inputs {
  const isDeclared = (key: string) =>
    // The alternative's id determines its name.
    key !== family.alternatives?.name &&
    (impliedBy(family, key, observed) === undefined || !isImplied(family, key, observed));
  const inputs = Object.entries(inferObject(family.inputs, observed)).filter(([key]) => isDeclared(key));
  return Object.fromEntries(inputs);
}

const inferObject = (shape: Shape, values: Props): Record<string, unknown> =>
  mapShape(shape, (field, key) => inferInput(field, values[key]));

const TIMESTAMP_FORMS: readonly unknown[] = [canonicalInstant, canonicalSecond];

function inferInput(field: Field, value: unknown): unknown {
  const { meta, hasServerDefault } = field;
  if (field.isLocal || meta.returned === "never") return undefined;
  const isOmitted = meta.deprecated !== undefined || TIMESTAMP_FORMS.includes(meta.spelling?.canonical);
  if (hasServerDefault && isOmitted) return undefined;
  // Keeps all items of lists and maps.
  const input = mapObjects(field, value ?? undefined, inferObject);
  if (isRequired(field)) return input ?? (field.kind === "list" ? [] : undefined);
  // By convention, a service's 0 also means "unspecified".
  const isUnspecified = isMeaningless(field, input) || (hasServerDefault && input === 0);
  return isUnspecified || areEqual(field, undefined, input) ? undefined : input;
}

/** Returns the outputs that depend only on inputs: unknown rather than missing, as update plans require. */
export function deriveOutputs(family: ObjectFamily, inputs: Props): Props {
  const { derive } = family;
  if (!derive || derive.from.some((key) => inputs[key] === undefined)) return {};
  if (derive.from.some((key) => holdsUnknown(inputs[key])))
    return Object.fromEntries(derive.outputs.map((key) => [key, UNKNOWN]));
  return derive.compute(inputs);
}
