import { isNotFound } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { compareForAdoption, describeFixed } from "../plan/diff";
import type { Creator } from "../plan/results";
import { ALSO_ADOPTED, objectKey } from "../run/ledger/adopted-objects";
import type { AdoptionPreview, Run } from "../run/lifecycle";
import { isAboutName } from "../run/needs";
import { candidates } from "../run/search";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import type { Inputs, Wire } from "../values/kinds";
import { markIn } from "../values/mark";
import {
  clash,
  describeNames,
  describeResource,
  haveCommon,
  namesOf,
  type UniqueName,
} from "../values/names";
import { observe } from "../values/response";
import { RECREATE } from "./users";

export interface NameQuery {
  readonly family: ResourceFamily;
  readonly inputs: Inputs;
  /** The resource, if known. In a check, it has no unique name. */
  readonly creator?: (Pick<Creator, "resource"> & Partial<Creator>) | undefined;
}

interface NameClaim extends NameQuery {
  readonly names: readonly UniqueName[];
  readonly isNew?: true;
}

interface NamedObject {
  readonly id: string;
  readonly object: Wire;
  readonly names: readonly UniqueName[];
  readonly isManaged: boolean;
}

/** Iterates over the objects of the class that may match some criteria. */
async function* namedObjects(
  run: Run,
  { family, inputs }: NameQuery,
  criteria: Props = {},
): AsyncGenerator<NamedObject, void> {
  for await (const object of candidates(run.api, family, { parents: inputs, criteria })) {
    const observed = observe(family, object, inputs);
    const isManaged = family.manages?.({ ...observed.inputs, ...observed.computed }) !== false;
    yield { id: String(object.id), object, names: namesOf(family, observed.inputs), isManaged };
  }
}

/**
 * Returns the object that a program adopts by its natural key. Excludes objects of other resources of the program,
 * which may release their name in this run, and former objects of this resource, which the engine is about to delete.
 *
 * @throws UserError if several objects have the key, or if another resource is about to adopt the object.
 */
export async function findByName(run: Run, query: NameQuery, scope?: "among all"): Promise<Wire | undefined> {
  const { family, inputs, creator } = query;
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
  const keys = scope ? [] : (family.naturalKey ?? []);
  const criteria = Object.fromEntries(keys.map((key) => [key, inputs[key]]));
  const found: Wire[] = [];
  try {
    for await (const named of namedObjects(run, query, criteria))
      if (named.isManaged && haveCommon(names, named.names) && isFree(named.id)) found.push(named.object);
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

/**
 * If the error is a name conflict with an object that a replacement of this resource left behind in an earlier run,
 * returns that object; otherwise undefined. The engine deletes last, so every further run would fail with the same
 * conflict.
 */
export async function findReplacementOrphan(
  error: unknown,
  run: Run,
  claim: NameClaim,
): Promise<NamedObject | undefined> {
  const { family, inputs, names, creator } = claim;
  if (creator?.name === undefined || family.onceKeys.length > 0 || !isAboutName(error, names))
    return undefined;
  const holder = await holderOf(run, claim).catch(() => undefined);
  if (!holder?.isManaged) return undefined;
  const objectRef = { family: family.name, id: holder.id };
  const { successors, objects } = run.ledger;
  if (!successors.isOrphanOf(creator.name, objectKey(objectRef)) || objects.isDeclared(objectRef))
    return undefined;
  // Another stack may have adopted it since.
  if (objects.formerAdopter(objectRef, "") !== undefined) return undefined;
  const observed = observe(family, holder.object, inputs);
  return compareForAdoption(family, holder.id, observed, inputs).fixed.length === 0 ? holder : undefined;
}

export async function withNameAdvice(error: unknown, run: Run, claim: NameClaim): Promise<unknown> {
  const { family, names, creator, isNew } = claim;
  if (!isAboutName(error, names)) return error;
  const { name } = family;
  const holder = await holderOf(run, claim).catch(() => null);
  if (holder === null) return error;
  const { id, isManaged } = holder ?? {};
  const rename = `If this resource was renamed, add \`aliases: [{ name: "<earlier name>" }]\`. To adopt the object, also one that \`retainOnDelete\`, \`deleteOnDestroy: false\`, or a failed replacement left behind, set \`adoptId: "${id}"\`. To replace it without a change (\`--replace\`, \`pulumi state taint\`), set \`deleteBeforeReplace: true\`; if other resources use it, ${RECREATE}.`;
  const share = family.sharesName ? ` To share it, ${family.sharesName.how}.` : "";
  const claimant = describeResource(name, creator?.resource ?? "");
  const owner = id === undefined ? undefined : run.ledger.objects.holder({ family: name, id }, claimant);
  const ownerAdvice = isManaged
    ? `${isNew ? ` ${rename}` : ""}${share} If this program is about to delete it, delete it in a separate \`pulumi up\` first: Pulumi deletes last`
    : `${share} ${name} can't manage this kind of object: remove it with the tool that created it`;
  const advice =
    id === undefined
      ? `no ${name} of this account has it: check other classes and other accounts`
      : owner !== undefined
        ? `${owner} of this program already has it, as ${name} ${id}: change or remove one of the two. If this run frees it, run \`pulumi up\` again.${share}`
        : `${name} ${id} of this account has it.${ownerAdvice}`;
  const nameList = describeNames(names);
  const message = id === undefined ? error.message : error.withoutAdvice;
  return new UserError(`${message}; ${nameList} is taken: ${advice}`, { cause: error });
}

/** Returns the object of the class that has one of the names. */
async function holderOf(run: Run, claim: NameClaim): Promise<NamedObject | undefined> {
  for await (const holder of namedObjects(run, claim)) if (clash(claim.names, holder.names)) return holder;
  return undefined;
}
