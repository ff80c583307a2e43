import { isRequired, isSecret, knownField, valueAt, walkShape } from "../../family/field";
import { formatPath } from "../../family/property-path";
import { fixedOf, needsReplacement } from "../../family/replacement";
import { lastSegment, type ObjectFamily, type Props, type ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { areEqual, isBlank, isPresent } from "../values/compare";
import { UserError } from "../values/errors";
import { clash, namesOf } from "../values/names";
import type { Observation } from "../values/response";
import { isChangedSecret } from "../values/secret-hashes";
import {
  asManaged,
  compose,
  currentInputs,
  declaredValue,
  type Inputs,
  impliedBy,
  keepsServiceValue,
  knownDeclaredValue,
  mayBeServerChosen,
  type State,
} from "../values/state";
import type { Comparison, ObjectAndInputs } from "./types";

export const findChangedInputs = (family: ObjectFamily, compared: ObjectAndInputs): string[] =>
  Object.keys(family.inputs).filter((key) => isChanged(family, key, compared));

function isChanged(family: ObjectFamily, key: string, { id, state, inputs }: ObjectAndInputs): boolean {
  const field = knownField(family.inputs, key);
  const { meta } = field;
  const desired = inputs[key];
  if (key === "adoptId") {
    const idToAdopt = adoptedId(inputs);
    return idToAdopt !== undefined && idToAdopt !== adoptedId(state) && idToAdopt !== lastSegment(id);
  }
  if (key === "adopt") return false;
  if (field.isLocal) return !areEqual(field, state[key], desired);
  const implied = desired === undefined ? impliedBy(family, key, inputs) : undefined;
  if (implied !== undefined) return state[key] !== undefined && !areEqual(field, state[key], implied);
  const declaredBefore = keepsServiceValue(family, key) ? declaredValue(state, key) : state[key];
  if (desired === undefined) {
    const before = mayBeServerChosen(family, key) ? knownDeclaredValue(state, key) : declaredBefore;
    return !field.isKept && !areEqual(field, before, undefined);
  }
  // The state of an adopted or imported object lacks values that the service never returns. The program's value is
  // assumed to be current unless it has changed. A required value is missing only if the object was imported.
  const mayBeUnrecorded = state.adopted === true || isRequired(field);
  if (meta.returned === "never" && declaredBefore === undefined && mayBeUnrecorded)
    return isChangedSecret(desired);
  // An update records that the program now declares a value that the service had, so that its removal removes it.
  const isRecorded = mayBeServerChosen(family, key) && !family.replaceKeys.includes(key);
  return !areEqual(field, isRecorded ? declaredBefore : state[key], desired);
}

const keysNeedingReplacement = (
  family: ResourceFamily,
  changed: readonly string[],
  state: State,
  inputs: Inputs,
): string[] => changed.filter((key) => needsReplacement(family, key, state[key], inputs[key]));

export const describeFixed = (family: ResourceFamily, keys: readonly string[]): string =>
  keys
    .map((key) => {
      const fixed = fixedOf(family, key);
      return typeof fixed === "object" ? `the ${fixed.name} of ${key}` : key;
    })
    .join(", ");

/** Returns the id without those of the object's parents, which may precede it. */
export const adoptedId = ({ adoptId }: Inputs | State) =>
  typeof adoptId === "string" ? lastSegment(adoptId) : undefined;

/** The engine's key for a change of the provider, here a move to another account. */
export const ANOTHER_ACCOUNT = "provider";

export function compareWithProgram(family: ResourceFamily, comparison: Omit<Comparison, "creators">) {
  const { state, inputs, move } = comparison;
  const changedInputs = findChangedInputs(family, comparison);
  const isAdoption = changedInputs.includes("adoptId");
  const inputsForcingReplacement = [
    ...(isAdoption ? ["adoptId"] : []),
    ...keysNeedingReplacement(family, changedInputs, state, inputs),
  ];
  const fixed = move ? [...inputsForcingReplacement, ANOTHER_ACCOUNT] : inputsForcingReplacement;
  // `renews`: a renewal of the expiry is due although no input requires a replacement.
  const { renews, warnings } = fixed.length > 0 ? NO_RENEWAL : planRenewal(family, comparison);
  const replaces = renews && family.renewWhen ? [family.renewWhen.expiryKey] : fixed;
  // An adoption needs no free name. As it may fail, the old object is deleted after it.
  const keepsName = !isAdoption && move?.withinService !== false && needsSameName(family, state, inputs);
  // An unknown value may turn out to equal the current one.
  if (replaces.length > 0 && !replaces.some((key) => holdsUnknown(inputs[key])))
    assertReplaceable(family, comparison, replaces, keepsName);
  const deleteBeforeReplace = replaces.length > 0 && keepsName;
  return { changedInputs, replaces, renews, warnings, deleteBeforeReplace };
}

/** True if the old and the new object have, or may have, the same unique name. */
export function needsSameName(family: ResourceFamily, state: State, inputs: Inputs): boolean {
  const { id, name } = family.alternatives ?? {};
  // The parent is given by id or by name. A different name may be that of the same parent after it was renamed.
  const mayBeSame = id !== undefined && name !== undefined && inputs[name] !== undefined;
  const wanted = mayBeSame ? { ...inputs, [id]: state[id] } : inputs;
  return clash(namesOf(family, wanted), namesOf(family, state));
}

const NO_RENEWAL = { renews: false, warnings: [] };

/** A replacement renews an expiry only if the service sets it. Otherwise, the user is warned. */
function planRenewal(family: ResourceFamily, { id, state, inputs, now }: Comparison) {
  if (!family.renewWhen?.due(state, inputs, now)) return NO_RENEWAL;
  const { expiryKey, warning } = family.renewWhen;
  if (isRenewedByReplacement(family, inputs)) return { renews: true, warnings: [] };
  const advice =
    warning ??
    `the program sets ${expiryKey}, so a replacement would expire at the same time: set a later time`;
  return { renews: false, warnings: [`${family.name} ${id} expires on ${state[expiryKey]}: ${advice}`] };
}

const isRenewedByReplacement = ({ renewWhen }: ResourceFamily, inputs: Inputs): boolean =>
  renewWhen !== undefined && renewWhen.warning === undefined && inputs[renewWhen.expiryKey] === undefined;

/** Returns an object's expiry if it has passed or is due for renewal, and a replacement would expire later. */
export function expiryToRenew(
  family: ResourceFamily,
  { state, inputs, now }: { readonly state: Props; readonly inputs: Inputs; readonly now: number },
): string | undefined {
  if (!family.renewWhen || !isRenewedByReplacement(family, inputs)) return undefined;
  const expiry = String(state[family.renewWhen.expiryKey]);
  return family.renewWhen.due(state, inputs, now) || Date.parse(expiry) <= now ? expiry : undefined;
}

/** @throws UserError if the replacement can't succeed or the program forbids it, before any change is made. */
function assertReplaceable(
  family: ResourceFamily,
  { id, state, inputs }: ObjectAndInputs,
  replaces: readonly string[],
  keepsName: boolean,
): void {
  const label = `${family.name} ${id}`;
  const reasonToReplace = `${describeFixed(family, replaces)} can only be changed by replacing the resource`;
  const { whileTrue: protection, consequence } = family.preventReplace ?? {};
  if (protection !== undefined && state[protection] === true)
    throw new UserError(
      `${label} is under ${protection} and ${reasonToReplace}, which ${consequence}: undo the change, or set ${protection} to false and run an update first`,
    );
  const reason = retentionReason(state);
  if (keepsName && reason !== undefined)
    throw new UserError(
      `${label}: ${reasonToReplace}, but the old object is kept (${reason}) and its ${family.naturalKey?.join(", ")} must be unique: undo the change, or set deleteOnDestroy to true and run an update first`,
    );
  const missing = family.requiredKeys.filter((key) => inputs[key] === undefined);
  if (!replaces.includes("adoptId") && missing.length > 0)
    throw new UserError(
      `${label}: ${reasonToReplace}, and the new object needs ${missing.join(", ")}, which the program doesn't set: set it, or undo the change`,
    );
}

export function retentionReason(state: State): string | undefined {
  if (state.adopted === true)
    return state.deleteOnDestroy === true ? undefined : "it was adopted and deleteOnDestroy is not true";
  return state.deleteOnDestroy === false ? "deleteOnDestroy is false" : undefined;
}

export const mayAdopt = ({ adoptId, adopt }: Inputs): boolean => isPresent(adoptId ?? adopt);

/**
 * Compares an existing object with a program's inputs as if the program had always managed it. Ignores parts that the
 * program doesn't declare, and values that the service may choose or never returns.
 */
export function compareForAdoption(
  family: ResourceFamily,
  id: string,
  observation: Observation,
  inputs: Inputs,
) {
  const existing: State = {
    ...compose(family, currentInputs(family, asManaged(inputs), observation), observation),
    adopted: true,
    adoptId: id,
  };
  const changed = findChangedInputs(family, { id, state: existing, inputs });
  const fixed = keysNeedingReplacement(family, changed, existing, inputs);
  const notCompared: string[] = [];
  walkShape(family.inputs, inputs, (field, value, path) => {
    const isNever = field.meta.returned === "never";
    const isWithheld = isSecret(field) && isBlank(valueAt(observation.inputs, path));
    if (value !== undefined && (isNever || isWithheld)) notCompared.push(formatPath(path));
    return !isNever;
  });
  return {
    existing,
    changes: changed.filter((key) => family.update.includes(key) && !fixed.includes(key)),
    /** Inputs that only a replacement can change. */
    fixed,
    /** Paths of values that the service doesn't return, so they can't be compared. */
    notCompared,
  };
}
