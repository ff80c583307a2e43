import { accountFor } from "../account/account";
import { type ReadSetting, settingsOf } from "../account/settings/settings";
import { classNames, loadFamily } from "../families/load";
import { nearest } from "../family/nearest";
import type { Props } from "../family/resource";
import {
  asManaged,
  compose,
  currentInputs,
  itemPathOf,
  lifecycleOf,
  type ManagedFamily,
  observe,
  splitId,
  UserError,
} from "../lifecycle";
import { type CompleteObject, completeObject } from "./complete-object";
import { HiddenValues } from "./hidden-values";
import type { AccountObject } from "./inventory";

/** An object, with its id as in a state. */
export interface ExistingObject extends Pick<CompleteObject, "id" | "inputs" | "derived" | "state"> {
  readonly family: Exclude<ManagedFamily, { readonly kind: "command" }>;
}

/** A program's declaration of an object, as shown in a preview. */
export interface Declaration {
  readonly inputs: Props;
  /** True if the preview hides a value: a secret or an unknown id. */
  readonly isHidden: (value: unknown) => boolean;
}

/**
 * Reads the object with a class and an id.
 *
 * @param id - As for `Class.get`: the ids of its parents precede that of a nested object, `<edgeId>/<routeId>`.
 * @param declared - The program's declaration, which distinguishes inputs from values that the service chose. Without a
 * declaration, every value of the object counts as an input.
 * @throws UserError if there is no such object, or a program cannot import it.
 */
export async function existingObject(
  className: string,
  id: string,
  config: ReadSetting,
  declared?: Declaration,
): Promise<ExistingObject> {
  const family = await loadFamily(className);
  if (!family) {
    const near = nearest(className, classNames);
    const help = near === undefined ? `known classes: ${classNames.join(", ")}` : `did you mean ${near}?`;
    throw new UserError(`there is no class ${className}; ${help}`);
  }
  if (family.kind === "command") throw new UserError(`${className} is a command: there is nothing to import`);
  const account = accountFor(settingsOf(config));
  if (family.kind === "module") {
    const read = (before: Props) => lifecycleOf(family).read(account, { id, state: before });
    const module = await read({});
    if (!module) throw new UserError(`${className} ${id} is not set`);
    const filled =
      declared && new HiddenValues(declared.isHidden).fill(family.inputs, declared.inputs, module.inputs);
    const { inputs, state } = (filled && (await read(asManaged(filled)))) ?? module;
    return { family, id, inputs, derived: {}, state };
  }
  const { pathInputs, id: objectId } = splitId(family, id);
  const response = await account.api.find(itemPathOf(family, pathInputs, objectId), objectId);
  if (!response) throw new UserError(`there is no ${className} with the id ${id}`);
  const complete = completeObject(family, response, pathInputs);
  if (!complete.isManageable)
    throw new UserError(`${id} exists but is not of the kind that ${className} manages`);
  return asDeclared({ ...complete, family, pathInputs, response }, declared);
}

/** Returns the object with the inputs and the state that it would have if the program had always managed it. */
export function asDeclared(object: AccountObject, declared: Declaration | undefined): ExistingObject {
  if (!declared) return object;
  const { family, id, response, pathInputs } = object;
  const observation = observe(family, response, pathInputs);
  const filled = new HiddenValues(declared.isHidden).fill(family.inputs, declared.inputs, observation.inputs);
  const inputs = currentInputs(family, asManaged(filled), observation);
  return { family, id, inputs, derived: {}, state: compose(family, inputs, observation) };
}
