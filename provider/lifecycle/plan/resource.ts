import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { isBlank } from "../values/compare";
import { hashInputs, keysGivenAsHash } from "../values/hashed";
import type { Inputs } from "../values/kinds";
import { canBeMarked, METADATA, markIn } from "../values/mark";
import { deriveOutputs } from "../values/stored";
import { mayAdopt } from "./adoption";
import { type CheckResult, checkInputs } from "./check";
import { adoptedId, compareWithProgram, findChangedInputs, needsSameName } from "./diff";
import { isMarkedForAnother } from "./marks";
import { planCreation, planUpdate } from "./planned";
import type { CheckRequest, Comparison, Diff, PlannedObject } from "./results";

const HASH_GIVEN = "is the hash that a stack stores instead of a secret value: set it to the value itself";

const MARK_GIVEN =
  "ends in an ownership mark (tunnel-edge), which only the provider adds and removes: remove the mark";

/** Checks the inputs of a resource, and adds the outputs that are derived from them. */
export function checkResource(
  family: ResourceFamily,
  { inputs: programInputs, before = {}, seed }: CheckRequest,
): CheckResult {
  const { inputs: shape, rules = [] } = family;
  const trusted = Object.keys(shape).filter((key) => knownField(shape, key).meta.returned === "never");
  const adopts = mayAdopt(programInputs);
  const mayOmit = trusted.filter((key) => adopts || wasOmittedBefore(before, key));
  const options = { rules, mayOmit, outputs: family.computedKeys };
  const checked = checkInputs(shape, before, programInputs, options);
  const { inputs } = checked;
  const failures = [
    ...checked.failures,
    ...keysGivenAsHash(shape, before, inputs).map((path) => ({ path, reason: HASH_GIVEN })),
    ...adoptErrors(family, inputs).map((reason) => ({ path: "adopt", reason })),
    ...(canBeMarked(family) && markIn(inputs) !== undefined ? [{ path: METADATA, reason: MARK_GIVEN }] : []),
  ];
  return failures.length > 0
    ? { ...checked, failures }
    : {
        ...checked,
        inputs: hashInputs(shape, before, { ...inputs, ...deriveOutputs(family, inputs) }, seed),
      };
}

function adoptErrors(
  { name, naturalKey = [], alternatives }: ResourceFamily,
  inputs: Inputs,
): readonly string[] {
  if (inputs.adopt === undefined) return [];
  if (inputs.adoptId !== undefined)
    return ["conflicts with adoptId, which already names the object to adopt: remove one of the two"];
  const missing = naturalKey.filter((key) => isBlank(inputs[key]) && key !== alternatives?.id);
  return missing.length === 0
    ? []
    : [`needs ${missing.join(", ")} to find an existing ${name}: set it, or remove adopt`];
}

const wasOmittedBefore = (before: Inputs, key: string) =>
  Object.keys(before).length > 0 && before[key] === undefined;

export function diffResource(family: ResourceFamily, comparison: Comparison): Diff {
  const { id, state, inputs, move, creators = [] } = comparison;
  const { renews, ...difference } = compareWithProgram(family, comparison);
  const unseen = renews || move !== undefined;
  const isInput = difference.changedInputs.length > 0;
  const isRemarked = difference.replaces.length === 0 && isMarkedForAnother(state, creators);
  return {
    ...difference,
    changed: isInput || unseen || isRemarked,
    unseen: unseen || (isRemarked && !isInput),
    notes: isRemarked ? [markUpdateNote(family, id)] : [],
    // The engine may decide on a replacement itself, e.g. with `replaceOnChanges`, and uses this flag then too.
    deleteBeforeReplace:
      difference.deleteBeforeReplace ||
      (difference.replaces.length === 0 && needsSameName(family, state, inputs)),
  };
}

/** A note about an update without a difference that the engine could show. */
const markUpdateNote = ({ name }: ResourceFamily, id: string) =>
  `${name} ${id}: its resource was renamed or moved, so an update rewrites the ownership mark in its metadata`;

/** Returns the object after a creation, or after an update of `before`. */
export function planResource(
  family: ResourceFamily,
  inputs: Inputs,
  before?: { readonly id: string; readonly state: Props },
): PlannedObject {
  if (before) {
    const { id, state } = before;
    const changed = findChangedInputs(family, { id, state, inputs });
    return { id, state: planUpdate(family, { state, inputs, changed }) };
  }
  const state = planCreation(family, inputs);
  const id = holdsUnknown(inputs.adoptId) ? undefined : adoptedId(inputs);
  return id === undefined ? { state } : { id, state };
}
