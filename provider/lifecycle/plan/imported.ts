import type { CommandFamily } from "../../family/command";

import type { ModuleFamily } from "../../family/module";
import type { Props, ResourceFamily } from "../../family/resource";
import { alignInput } from "../values/compare";
import type { Inputs, State } from "../values/kinds";
import { asList, UNSET } from "../values/stored";

/**
 * Marks the state and the inputs of an object that was imported by its id, for as long as no program has been compared
 * with it: the inputs are then the object's own, and say nothing about a program. The engine replaces them by the
 * program's with the first update that finds the resource equal, and leaves the state as it is.
 */
const IMPORTED = "__imported";

/** Families whose classes have objects. */
type Family = ResourceFamily | ModuleFamily;

const hasObjects = (family: Family | CommandFamily): family is Family => family.kind !== "command";

export const importMark = (family: Family | CommandFamily): Props =>
  hasObjects(family) ? { [IMPORTED]: true } : {};

/**
 * Whether no program has been compared with an imported object, as far as known. None ever is with one that a program
 * only reads (`get`), for which the engine stores no inputs.
 *
 * @param stored - The inputs that are stored with the state.
 */
export const isOnlyImported = (state: State, stored: Inputs = {}): boolean =>
  state[IMPORTED] !== undefined && (Object.keys(stored).length === 0 || stored[IMPORTED] !== undefined);

/**
 * A state to compare with a program. An imported object is compared as one that was adopted by the program which it
 * was compared with before, or else by this one.
 *
 * @param stored - The inputs that are stored with the state, where known.
 * @param program - The inputs to compare with; undefined where there are none.
 */
export function comparableState(
  family: Family | CommandFamily,
  state: State,
  stored: Inputs | undefined,
  program?: Inputs,
): State {
  if (state[IMPORTED] === undefined || !hasObjects(family)) return state;
  const inputs = isOnlyImported(state, stored) ? program : stored;
  return inputs ? asDeclared(family, state, inputs) : state;
}

/**
 * The state of an imported object as if a program with these inputs had adopted it: parts that the program does not
 * declare are left alone, and what the service does not return is what the program says. What only this package knows
 * stays out, since a deletion looks for it in the state alone: an update has to bring it there.
 */
function asDeclared(family: Family, state: State, inputs: Inputs): State {
  const { moduleKeys = [], parts = {} } = family.kind === "resource" ? family : {};
  const { [IMPORTED]: _, [UNSET]: unset, ...result }: Record<string, unknown> = state;
  const isRecorded = Array.isArray(unset);
  const undeclared = new Set(asList(unset));
  const unmanaged = new Set(asList(state.unmanagedModules));
  for (const [key, field] of Object.entries(family.inputs)) {
    if (field.isLocal) continue;
    const [given, observed] = [inputs[key] ?? undefined, state[key] ?? null];
    if (given !== undefined) {
      result[key] = alignInput(field, given, observed);
      undeclared.delete(key);
    } else if (observed !== null && moduleKeys.includes(key)) {
      delete result[key];
      unmanaged.add(key);
    } else if (observed !== null && (parts[key] || (!isRecorded && field.hasServerDefault)))
      undeclared.add(key);
  }
  if (moduleKeys.length > 0) result.unmanagedModules = [...unmanaged].sort();
  return { ...result, [UNSET]: [...undeclared] };
}

/**
 * The mark in inputs to be checked. The engine passes stored inputs as the program's when it imports, and where changes
 * are ignored.
 *
 * @returns What a program has given, and the mark to keep.
 */
export function splitImportMark(
  before: Inputs,
  inputs: Inputs,
): { readonly given: Inputs; readonly mark: Inputs } {
  const { [IMPORTED]: mark, ...given } = inputs;
  return mark === undefined || mark !== before[IMPORTED]
    ? { given: inputs, mark: {} }
    : { given, mark: { [IMPORTED]: mark } };
}
