import { accountFor } from "../account/account";
import { type ReadSetting, settingsOf } from "../account/settings/settings";
import { snake } from "../api";
import { loadFamily } from "../families/load";
import { fieldAt, knownField, mapValues } from "../family/field";
import { lastSegment, type Props, type ResourceFamily } from "../family/resource";
import { holdsUnknown, UNKNOWN } from "../family/unknown";
import { compareForAdoption, type Failure, itemPathOf, lifecycleOf, markIn, observe } from "../lifecycle";
import { HiddenValues } from "./hidden-values";
import { withValueAt } from "./placeholders";
import { visibleValue } from "./visible-values";

export interface AdoptionPlan {
  /** The current object in the shape of a state, with secrets masked. */
  readonly existing: Props;
  /** Modules of the object that the program doesn't declare, with secrets masked; they stay unchanged. */
  readonly unmanaged: Props;
  /** The update that makes the object match; undefined if it already does. */
  readonly update?: {
    readonly path: string;
    readonly parameters: readonly string[];
    readonly inputs: readonly string[];
    /** Inputs that the program omits, with the defaults that the object would get. */
    readonly defaults: Props;
  };
  /** Inputs that only a replacement could change: the adoption will be refused. */
  readonly refused: readonly string[];
  /** True if the object carries an ownership mark. The adoption is refused unless the mark is this resource's. */
  readonly isMarked: boolean;
  /** Paths of inputs that the service never returns, so they can't be compared. */
  readonly notCompared: readonly string[];
  /** Unknown inputs that only a replacement could change. */
  readonly unresolved: readonly string[];
  /** Inputs whose comparison depends on what the preview hides. */
  readonly undecided: readonly string[];
}

/**
 * Reads an object that a program adopts.
 *
 * @param inputs - The program's inputs. Strings equal to `hidden` represent masked values.
 * @returns undefined if there is no such object or the class has no objects with ids; null while its path is unknown.
 */
export async function planAdoption(
  className: string,
  inputs: Props,
  config: ReadSetting,
  hidden: string,
): Promise<AdoptionPlan | null | undefined> {
  const family = await loadFamily(className);
  const { adoptId } = inputs;
  if (family?.kind !== "resource" || typeof adoptId !== "string") return undefined;
  const id = lastSegment(adoptId);
  const pathInputs = Object.fromEntries(family.pathKeys.map((key) => [key, inputs[key]]));
  if (holdsUnknown(adoptId) || holdsUnknown(pathInputs)) return null;
  const path = itemPathOf(family, pathInputs, id);
  const { api, mayAdoptMarked } = accountFor(settingsOf(config));
  const response = await api.find(path, id);
  if (!response) return undefined;
  const observation = observe(family, response, pathInputs);
  const secretsAndUnknowns = new HiddenValues((value) => value === hidden || value === UNKNOWN);
  const compareInput = (key: string) => {
    const field = fieldAt(family.inputs, key);
    return field && secretsAndUnknowns.compare(field, inputs[key], observation.inputs[key]);
  };
  const different = Object.entries(inputs).filter(([key]) => compareInput(key) === "different");
  const filled = {
    ...new HiddenValues((value) => value === hidden).fill(family.inputs, inputs, observation.inputs),
    ...Object.fromEntries(different),
  };
  const adoption = compareForAdoption(family, id, observation, filled);
  const { existing, fixed, notCompared } = adoption;
  const undecided = Object.keys(inputs).filter(
    (key) => family.update.includes(key) && !fixed.includes(key) && compareInput(key) === "undecided",
  );
  const changes = adoption.changes.filter((key) => !undecided.includes(key));
  const defaults = changes
    .filter((key) => inputs[key] === undefined)
    .map((key) => [key, knownField(family.inputs, key).defaultValue] as const)
    .filter(([, value]) => value !== undefined);
  const update = {
    path,
    parameters: changes.map(snake),
    inputs: changes,
    defaults: Object.fromEntries(defaults),
  };
  return {
    // The service's values, not the program's.
    existing: mapValues({ ...family.outputs, ...family.inputs }, existing, (field, value, key) =>
      visibleValue(field, inputs[key], key in observation.inputs ? observation.inputs[key] : value),
    ),
    unmanaged: unmanagedIn(family, existing, observation.inputs),
    refused: fixed.filter((key) => !holdsUnknown(inputs[key])),
    unresolved: fixed.filter((key) => holdsUnknown(inputs[key])),
    notCompared,
    undecided,
    isMarked: !mayAdoptMarked && markIn(response) !== undefined,
    ...(changes.length > 0 && { update }),
  };
}

/**
 * Returns the errors that this package would report for a program that adopts an object unchanged.
 *
 * @param withheld - Paths of secrets that the service doesn't return and the program has to set.
 */
export function adoptionFailures(
  family: ResourceFamily,
  id: string,
  inputs: Props,
  withheld: readonly (readonly string[])[],
): readonly Failure[] {
  // An unknown value passes every check.
  const declared = withheld.reduce<unknown>((values, path) => withValueAt(values, path, UNKNOWN), {
    ...inputs,
    adoptId: id,
  }) as Props;
  return lifecycleOf(family).check({ inputs: declared }).failures;
}

function unmanagedIn({ inputs }: ResourceFamily, { unmanagedModules }: Props, observed: Props): Props {
  const keys = Array.isArray(unmanagedModules) ? unmanagedModules.map(String) : [];
  return Object.fromEntries(
    keys.map((key) => [key, visibleValue(knownField(inputs, key), undefined, observed[key])]),
  );
}
