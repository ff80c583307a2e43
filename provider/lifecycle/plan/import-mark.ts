import type { CommandFamily } from "../../family/command";
import type { ManagedFamily } from "../../family/family-facts";
import { type FieldMapper, isRecord, mapShape } from "../../family/field";
import type { Inputs, Props, State } from "../../family/resource";
import { alignInput } from "../values/compare";
import { asList, UNSET } from "../values/state";

/** Key that marks state and inputs of an imported object. The first update replaces these inputs with the program's. */
const IMPORTED = "__imported";

export const importMark = (family: ManagedFamily): Props =>
  family.kind === "command" ? {} : { [IMPORTED]: true };

/** True if no program is known to manage the object: it was only imported, or a program only reads it (`get`). */
export const isOnlyImported = (state: State, stored: Inputs = {}): boolean =>
  state[IMPORTED] !== undefined && (Object.keys(stored).length === 0 || stored[IMPORTED] !== undefined);

/** Treats an imported object as adopted with the stored inputs or, if it was only imported, with those of `program`. */
export function comparableState(
  family: ManagedFamily,
  state: State,
  stored: Inputs | undefined,
  program?: Inputs,
): State {
  if (state[IMPORTED] === undefined || family.kind === "command") return state;
  const inputs = isOnlyImported(state, stored) ? program : stored;
  return inputs ? asAdoptedState(family, state, inputs) : state;
}

/** Returns an imported object's state as if a program had adopted it. */
function asAdoptedState(family: Exclude<ManagedFamily, CommandFamily>, state: State, inputs: Inputs): State {
  const { moduleKeys, parts } = family;
  const { [IMPORTED]: _, [UNSET]: unset, ...result }: Record<string, unknown> = state;
  const undeclared = new Set(asList(unset));
  const unmanaged = new Set(asList(state.unmanagedModules));
  for (const [key, field] of Object.entries(family.inputs)) {
    // An update still has to store such an input, for example `deleteOnDestroy`, because a deletion reads it from the state.
    if (field.isLocal) continue;
    const [declared, observed] = [inputs[key] ?? undefined, withNulls(field, state[key])];
    if (declared !== undefined) {
      result[key] = alignInput(field, declared, observed);
      undeclared.delete(key);
    } else if (observed !== null && moduleKeys.includes(key)) {
      delete result[key];
      unmanaged.add(key);
    } else if (observed !== null && (parts[key] || field.hasServerDefault)) undeclared.add(key);
  }
  if (moduleKeys.length > 0) result.unmanagedModules = [...unmanaged].sort();
  return { ...result, [UNSET]: [...undeclared] };
}

/** Returns a value of the service with null for each key that it lacks, at any depth of objects. */
const withNulls: FieldMapper = (field, value) =>
  field.kind === "object" && isRecord(value)
    ? mapShape(field.shape, (child, key) => withNulls(child, value[key]))
    : (value ?? null);

/** Separates the import mark from inputs. The engine passes it back on an import and with `ignoreChanges`. */
export function splitImportMark(
  before: Inputs,
  inputs: Inputs,
): { readonly inputs: Inputs; readonly mark: Inputs } {
  const { [IMPORTED]: mark, ...unmarked } = inputs;
  const isStored = mark !== undefined && mark === before[IMPORTED];
  return isStored ? { inputs: unmarked, mark: { [IMPORTED]: mark } } : { inputs, mark: {} };
}
