import { isNotFound } from "../../api";
import type { ResourceFamily } from "../../family/resource";
import { compareForAdoption, describeFixed } from "../plan/diff";
import type { Creator } from "../plan/results";
import { ALSO_ADOPTED, objectKey } from "../run/ledger/adopted-objects";
import type { AdoptionPreview, Run } from "../run/lifecycle";
import { candidates } from "../run/search";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import type { Inputs, Wire } from "../values/kinds";
import { markIn } from "../values/mark";
import { describeNames, describeResource, haveCommon, namesOf } from "../values/names";
import { observe } from "../values/response";

export interface NameQuery {
  readonly family: ResourceFamily;
  readonly inputs: Inputs;
  /** The resource, if known. In a check, it has no unique name. */
  readonly creator?: Pick<Creator, "resource"> & Partial<Pick<Creator, "name">>;
}

/**
 * Returns the object that a program adopts by its natural key. Excludes objects of other resources of the program,
 * which may release their name in this run, and former objects of this resource, which the engine is about to delete.
 *
 * @throws UserError if several objects have the key, or if another resource is about to adopt the object.
 */
export async function findByName(
  run: Run,
  { family, inputs, creator }: NameQuery,
  scope?: "among all",
): Promise<Wire | undefined> {
  const names = namesOf(family, inputs);
  const claimant = describeResource(family.name, creator?.resource ?? "");
  const { objects, successors } = run.ledger;
  const isFree = (id: string) => {
    const object = { family: family.name, id };
    const isOwn = successors.hadItem(claimant, objectKey(object)) || objects.isReplaced(id);
    const isLeft = creator?.name !== undefined && successors.isOrphanOf(creator.name, objectKey(object));
    return !isOwn && !isLeft && objects.holder(object, claimant) === undefined;
  };
  // A service may filter by a different spelling than it returns.
  const criteria = scope ? {} : pick(inputs, family.naturalKey ?? []);
  const found: Wire[] = [];
  try {
    for await (const object of candidates(run.api, family, { parents: inputs, criteria })) {
      const observation = observe(family, object, inputs);
      if (!haveCommon(names, namesOf(family, observation.inputs))) continue;
      if (family.manages?.({ ...observation.inputs, ...observation.computed }) === false) continue;
      if (isFree(String(object.id))) found.push(object);
    }
  } catch (error) {
    // The parent of the collection doesn't exist. The creation reports that.
    if (!isNotFound(error)) throw error;
  }
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  const nameText = describeNames(names);
  if (others.length > 0)
    throw new UserError(
      `adopt: ${family.name} ${listIds(found)} have ${nameText}: set adoptId to the id of one of them instead of adopt; nothing was written`,
    );
  const adopter = objects.declarer("adopts", { family: family.name, id: String(first.id) }, claimant);
  if (adopter !== undefined) throw new UserError(`adopt: ${String(first.id)}: ${adopter} ${ALSO_ADOPTED}`);
  return first;
}

const pick = (inputs: Inputs, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, inputs[key]]));

/** Predicts at preview whether a creation with these inputs adopts an object. */
export async function previewAdoption(
  family: ResourceFamily,
  run: Run,
  { inputs, resource }: { readonly inputs: Inputs; readonly resource?: string | undefined },
): Promise<AdoptionPreview | undefined> {
  const names = namesOf(family, inputs);
  if (inputs.adopt === undefined) return undefined;
  if (names.length === 0)
    return {
      text: "will adopt the object with its name or create one: the name is not known yet",
      isRefused: false,
    };
  const nameText = describeNames(names);
  const creator = resource === undefined ? {} : { creator: { resource } };
  const object = await findByName(run, { family, inputs, ...creator });
  if (!object) {
    const missing = family.requiredKeys.filter((key) => inputs[key] === undefined);
    const need = missing.length > 0 ? `, and cannot without ${missing.join(", ")}` : "";
    return { text: `will create ${nameText}, which no ${family.name} has${need}`, isRefused: need !== "" };
  }
  const id = String(object.id);
  const observation = observe(family, object, inputs);
  const { changes, fixed, notCompared } = compareForAdoption(family, id, observation, inputs);
  const effect = `will adopt ${id}, which has ${nameText}`;
  if (fixed.length > 0)
    return {
      text: `${effect}, and fail: it differs in ${describeFixed(family, fixed)}, which only a replacement could change`,
      isRefused: true,
    };
  const marked =
    !run.takesMarked && markIn(object) !== undefined
      ? ". It carries an ownership mark: unless it is this resource's, the adoption is refused"
      : "";
  const unknown = notCompared.join(", ");
  const equal = unknown === "" ? "because it is equal" : "because everything that can be compared is equal";
  const change = changes.length > 0 ? `change its ${changes.join(", ")}` : `write nothing, ${equal}`;
  const trusted =
    unknown === ""
      ? ""
      : `. The service never returns ${unknown}: the program's value is assumed to be the object's, and is not compared`;
  return { text: `${effect}, and ${change}${trusted}${marked}`, isRefused: false };
}

const MAX_LISTED = 10;

function listIds(objects: readonly Wire[]): string {
  const ids = objects.slice(0, MAX_LISTED).map(({ id }) => String(id));
  const more = objects.length - ids.length;
  return more > 0 ? `${ids.join(", ")} and ${more} more` : ids.join(", ");
}

/**
 * Returns the object that a creation adopts by its natural key; undefined if it creates one.
 *
 * @throws UserError like `findByName`, and if none is found and the program omits an input that a new object requires.
 */
export async function findOrRequireCompleteInputs(run: Run, finder: NameQuery): Promise<Wire | undefined> {
  const { family, inputs } = finder;
  const found = await findByName(run, finder);
  const missing = family.requiredKeys.filter((key) => inputs[key] === undefined);
  if (found || missing.length === 0) return found;
  const { path } = collectionOf(family, inputs);
  const names = describeNames(namesOf(family, inputs));
  throw new UserError(
    `adopt: no object of ${path} has ${names}, and a new ${family.name} needs ${missing.join(", ")}: set it; nothing was written`,
  );
}
