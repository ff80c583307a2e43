import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { isBlank } from "../values/compare";
import { hashed, withoutValue } from "../values/hashed";
import type { Inputs } from "../values/kinds";
import { canBeMarked, METADATA, markIn } from "../values/mark";
import { derived } from "../values/stored";
import { mayAdopt } from "./adoption";
import { type Checked, checkInputs } from "./check";
import { adoptedId, changedFrom, difference, keepsName } from "./diff";
import { isMarkedForAnother } from "./marks";
import { plannedCreation, plannedUpdate } from "./planned";
import type { Check, Comparison, Diff, Planned } from "./results";

const HASH_GIVEN =
  "is the hash that a stack keeps in place of a secret value: give the value itself, from where the program has it";

const MARK_GIVEN =
  "ends in an ownership mark (tunnel-edge), which the provider writes and takes out itself, so that it would be a difference for ever: leave the mark out";

/** Checks the inputs of an object with an id, and adds what follows from them. */
export function checkResource(family: ResourceFamily, { inputs: given, before = {}, seed }: Check): Checked {
  const { inputs: shape, rules = [] } = family;
  const trusted = Object.keys(shape).filter((key) => knownField(shape, key).meta.returned === "never");
  const adopts = mayAdopt(given);
  const mayOmit = trusted.filter((key) => adopts || isAdoptedWithout(before, key));
  const options = { rules, mayOmit, outputs: family.computedKeys };
  const checked = checkInputs(shape, before, given, options);
  const { inputs } = checked;
  const failures = [
    ...checked.failures,
    ...withoutValue(shape, before, inputs).map((path) => ({ path, reason: HASH_GIVEN })),
    ...wrongAdoption(family, inputs).map((reason) => ({ path: "adopt", reason })),
    ...(canBeMarked(family) && markIn(inputs) !== undefined ? [{ path: METADATA, reason: MARK_GIVEN }] : []),
  ];
  return failures.length > 0
    ? { ...checked, failures }
    : { ...checked, inputs: hashed(shape, before, { ...inputs, ...derived(family, inputs) }, seed) };
}

function wrongAdoption(
  { name, naturalKey = [], alternatives }: ResourceFamily,
  inputs: Inputs,
): readonly string[] {
  if (inputs.adopt === undefined) return [];
  if (inputs.adoptId !== undefined)
    return ["excludes adoptId, which already says which object is taken over: drop one of the two"];
  const missing = naturalKey.filter((key) => isBlank(inputs[key]) && key !== alternatives?.id);
  return missing.length === 0
    ? []
    : [`needs ${missing.join(", ")}, by which an existing ${name} is found: give it, or drop adopt`];
}

const isAdoptedWithout = (before: Inputs, key: string) =>
  Object.keys(before).length > 0 && before[key] === undefined;

export function diffResource(family: ResourceFamily, comparison: Comparison): Diff {
  const { id, state, inputs, move, creators = [] } = comparison;
  const { renews, ...found } = difference(family, comparison);
  const unseen = renews || move !== undefined;
  const isInput = found.changedInputs.length > 0;
  const isRemarked = found.replaces.length === 0 && isMarkedForAnother(state, creators);
  return {
    ...found,
    changed: isInput || unseen || isRemarked,
    unseen: unseen || (isRemarked && !isInput),
    notes: isRemarked ? [remarkNote(family, id)] : [],
    // The engine may replace on its own account, as with `replaceOnChanges`, and then honors this flag.
    deleteBeforeReplace:
      found.deleteBeforeReplace || (found.replaces.length === 0 && keepsName(family, state, inputs)),
  };
}

/** The update has no difference that the engine could show. */
const remarkNote = ({ name }: ResourceFamily, id: string) =>
  `${name} ${id}: its resource was renamed or moved since its ownership mark was written: an update rewrites the mark in its metadata`;

/** The object that a creation will leave, or an update of the one in `before`. */
export function planResource(
  family: ResourceFamily,
  inputs: Inputs,
  before?: { readonly id: string; readonly state: Props },
): Planned {
  if (before) {
    const { id, state } = before;
    const changed = changedFrom(family, { id, state, inputs });
    return { id, state: plannedUpdate(family, { state, inputs, changed }) };
  }
  const state = plannedCreation(family, inputs);
  const id = holdsUnknown(inputs.adoptId) ? undefined : adoptedId(inputs);
  return id === undefined ? { state } : { id, state };
}
