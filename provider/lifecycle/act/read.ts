import type { ResourceFamily } from "../../family/resource";
import type { ExistingObject, ReadResult, Run } from "../run/lifecycle";
import { collectionOf, splitId } from "../values/collection";
import { isManaged, observe } from "../values/response";
import { currentInputs, hasOnlyId, inferInputs, refreshed, withDerived } from "../values/state";
import { view } from "../values/view";
import { markConflict } from "./marking";

/** Reads an object and converts it to inputs and a state; undefined if it is gone. */
export async function read(
  family: ResourceFamily,
  run: Run,
  { id: fullId, state: before, reader }: ExistingObject,
): Promise<ReadResult | undefined> {
  const isImport = hasOnlyId(before);
  const isLocated =
    !isImport && !fullId.includes("/") && family.pathKeys.every((key) => typeof before[key] === "string");
  const { id, pathInputs } = isLocated ? { id: fullId, pathInputs: before } : splitId(family, fullId);
  const response = await run.api.read(collectionOf(family, pathInputs), id);
  if (!response) return undefined;
  const observation = observe(family, response, pathInputs);
  const inputs = isImport
    ? withDerived(family, inferInputs(family, observation.inputs))
    : currentInputs(family, before, observation);
  const state = refreshed(family, inputs, observation, before);
  if (!isImport) return { id, inputs, state };
  // An import has no program's inputs, so the state also includes the values that the service chose.
  const { value } = view(family, response, pathInputs);
  const visible = Object.keys(inputs)
    .filter((key) => key in family.inputs)
    .map((key) => [key, value[key]]);
  const conflict = isManaged(family, observation)
    ? markConflict(run, { family, inputs: pathInputs, creator: reader }, response, "import")
    : `${id} exists but is not of the kind that ${family.name} manages, so it must not be imported: remove it from the state (pulumi state delete), which keeps the object`;
  return { id, inputs, state: { ...state, ...Object.fromEntries(visible) }, conflict };
}
