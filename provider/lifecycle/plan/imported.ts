import type { CommandFamily } from "../../family/command";
import type { ModuleFamily } from "../../family/module";
import type { Props, ResourceFamily } from "../../family/resource";
import { alignInput } from "../values/compare";
import type { Inputs, State } from "../values/kinds";
import { asList, UNSET } from "../values/stored";

/**
 * Marks the state and the inputs of an object that was imported by its id until a program is compared with it. Until
 * then, the inputs are the object's own rather than a program's. At the first update that finds the resource unchanged,
 * the engine replaces the inputs with the program's, but keeps the state.
 */
const IMPORTED = "__imported";

type Family = ResourceFamily | ModuleFamily;

const hasObjects = (family: Family | CommandFamily): family is Family => family.kind !== "command";

export const importMark = (family: Family | CommandFamily): Props =>
  hasObjects(family) ? { [IMPORTED]: true } : {};

/**
 * True if no program is known to have been compared with an imported object. That includes objects that a program only
 * reads (`get`), for which the engine stores no inputs.
 *
 * @param stored - The inputs that are stored with the state.
 */
export const isOnlyImported = (state: State, stored: Inputs = {}): boolean =>
  state[IMPORTED] !== undefined && (Object.keys(stored).length === 0 || stored[IMPORTED] !== undefined);

/**
 * Returns the state to compare with a program. An imported object is treated as adopted: by the program that it was
 * compared with before or, if there is none, by this one.
 *
 * @param stored - The inputs that are stored with the state, if known.
 * @param program - The inputs to compare with, if any.
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
 * Returns the state of an imported object as if a program with these inputs had adopted it: without parts that the
 * program doesn't declare, and with the program's values where the service returns none. Excludes inputs that exist
 * only in this package, such as `deleteOnDestroy`: a deletion reads them from the stored state, so an update has to
 * store them there first.
 */
function asDeclared(family: Family, state: State, inputs: Inputs): State {
  const { moduleKeys = [], parts = {} } = family.kind === "resource" ? family : {};
  const { [IMPORTED]: _, [UNSET]: unset, ...result }: Record<string, unknown> = state;
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
    } else if (observed !== null && (parts[key] || field.hasServerDefault)) undeclared.add(key);
  }
  if (moduleKeys.length > 0) result.unmanagedModules = [...unmanaged].sort();
  return { ...result, [UNSET]: [...undeclared] };
}

/**
 * Separates a program's inputs from the import mark. The engine passes stored inputs, with the mark, as the program's
 * on an import and with `ignoreChanges`.
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
