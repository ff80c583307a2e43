import type { Props, ResourceFamily } from "../../family/resource";
import { bareId } from "../plan/diff";
import type { ExistingObject, ReadResult, Run } from "../run/lifecycle";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import { givenInputs } from "../values/given";
import type { State } from "../values/kinds";
import { observe } from "../values/response";
import { view } from "../values/shown";
import { compose, currentInputs, hasOnlyId, withDerived } from "../values/stored";
import { markConflict } from "./marking";

/** Reads an object and converts it to inputs and a state; undefined if it is gone. */
export async function read(
  family: ResourceFamily,
  run: Run,
  { id: givenId, state: before, reader }: ExistingObject,
): Promise<ReadResult | undefined> {
  const { id, at } = locate(family, givenId, before);
  const response = await run.api.read(collectionOf(family, at), id);
  if (!response) return undefined;
  const observation = observe(family, response, at);
  const imported = hasOnlyId(before);
  const inputs = imported
    ? withDerived(family, givenInputs(family, observation.inputs))
    : currentInputs(family, before, observation);
  const state = compose(family, inputs, observation, before);
  if (!imported) return { id, inputs, state };
  // Without a program's inputs, the state also includes values that the service filled in.
  const { value } = view(family, response, at);
  const visible = Object.keys(inputs)
    .filter((key) => key in family.inputs)
    .map((key) => [key, value[key]]);
  const owner = { family, inputs: at, creator: reader };
  const conflict = markConflict(run, owner, { id, object: response, input: "import" });
  return { id, inputs, state: { ...state, ...Object.fromEntries(visible) }, conflict };
}

/**
 * Parses an id that a user passes to get or import. The id of a nested object is prefixed with those of its parents.
 */
function locate(family: ResourceFamily, givenId: string, state: State): { id: string; at: Props } {
  const { pathKeys, name } = family;
  if (pathKeys.every((key) => typeof state[key] === "string")) return { id: bareId(givenId), at: state };
  const ids = givenId.split("/");
  if (ids.length !== pathKeys.length + 1) {
    throw new UserError(
      `the id of ${name} is ${[...pathKeys, "id"].map((key) => `<${key}>`).join("/")}, not ${JSON.stringify(givenId)}`,
    );
  }
  return { id: bareId(givenId), at: Object.fromEntries(pathKeys.map((key, i) => [key, ids[i]])) };
}
