import { accountFor } from "../account/account";
import { type ReadSetting, settingsOf } from "../account/settings/settings";
import { fillPath, isNotFound, itemPath } from "../api";
import { classNames, loadFamily } from "../families/load";
import { foreignIdReason } from "../family/id-prefixes";
import { nearest } from "../family/property-path";
import type { Props, ResourceFamily } from "../family/resource";
import { lifecycleOf, type ManagedFamily, UserError } from "../lifecycle";
import { asManaged, compose, currentInputs, observe } from "../lifecycle/values";
import { completeObject } from "./complete-object";
import { fillHidden } from "./hidden-values";

export interface ExistingObject {
  readonly family: Exclude<ManagedFamily, { readonly kind: "command" }>;
  /** Id of the resource in the state. */
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Outputs that check adds to these inputs. */
  readonly derived: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>>;
}

/** An object that can't be imported into a program; the message says what to do. */
class NoSuchObject extends UserError {
  override readonly name = "NoSuchObject";
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
 * @param declared - The program's declaration, which separates inputs from the service's values in the state; without
 * one, every value of the object counts as an input.
 * @throws NoSuchObject
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
    const help = near === undefined ? `known are ${classNames.join(", ")}` : `did you mean ${near}?`;
    throw new NoSuchObject(`there is no class ${className}; ${help}`);
  }
  if (family.kind === "command")
    throw new NoSuchObject(`${className} is a command: there is nothing to import`);
  const account = accountFor(settingsOf(config));
  if (family.kind === "module") {
    const read = (before: Props) => lifecycleOf(family).read(account, { id, state: before });
    const bare = await read({});
    if (!bare) throw new NoSuchObject(`${className} ${id} is not set`);
    const filled = declared && fillHidden(family.inputs, declared.inputs, bare.inputs, declared.isHidden);
    const { inputs, state } = (filled && (await read(asManaged(filled)))) ?? bare;
    return { family, id, inputs, derived: {}, state };
  }
  const { at, objectId } = parseId(family, id);
  const foreign = foreignIdReason([className], objectId);
  if (foreign !== undefined) throw new NoSuchObject(`${id} ${foreign}`);
  const path = itemPath(fillPath(family.path, at), objectId);
  const response = await account.api.get(path, { id: objectId }).catch((error: unknown) => {
    if (isNotFound(error)) throw new NoSuchObject(`there is no ${className} with the id ${id}`);
    throw error;
  });
  const { manageable, ...complete } = completeObject(family, response, at);
  if (!manageable) throw new NoSuchObject(`${id} exists but is not of the kind that ${className} manages`);
  const { inputs, derived, state } = declared ? underDeclaration(family, response, at, declared) : complete;
  return { family, id: objectId, inputs, derived, state };
}

/** Returns the object as if the program had always managed it. */
function underDeclaration(family: ResourceFamily, response: Props, at: Props, declared: Declaration) {
  const observation = observe(family, response, at);
  const filled = fillHidden(family.inputs, declared.inputs, observation.inputs, declared.isHidden);
  const inputs = currentInputs(family, asManaged(filled), observation);
  return { inputs, derived: {}, state: compose(family, inputs, observation) };
}

function parseId(family: ResourceFamily, id: string) {
  const ids = id.split("/");
  const { pathKeys, name } = family;
  if (ids.length !== pathKeys.length + 1) {
    const form = [...pathKeys, "id"].map((key) => `<${key}>`).join("/");
    throw new NoSuchObject(`the id of ${name} is ${form}, not ${JSON.stringify(id)}`);
  }
  const at = Object.fromEntries(pathKeys.map((key, i) => [key, ids[i] as string]));
  return { at, objectId: ids[pathKeys.length] as string };
}
