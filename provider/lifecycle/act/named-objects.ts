import { isNotFound } from "../../api";
import { listFirst } from "../../family/collections";
import type { Inputs, ResourceFamily, Wire } from "../../family/resource";
import { compareForAdoption, describeFixed } from "../plan/diff";
import type { ResourceIdentity } from "../plan/types";
import { listCandidates } from "../run/candidates";
import { describeAdopter, objectKey } from "../run/ledger/adopted-objects";
import type { AdoptionPreview, DeclaredResource, Run } from "../run/lifecycle";
import { isAboutName } from "../run/needs";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import { markIn } from "../values/mark";
import {
  clash,
  describeNames,
  describeResource,
  haveCommon,
  namesOf,
  type UniqueName,
} from "../values/names";
import { isManaged, observe } from "../values/response";
import { RECREATE } from "./users";

const MAX_LISTED = 10;

/** Like DeclaredResource, but the creator's unique name may be missing, because a check doesn't know it. */
interface NameQuery extends Omit<DeclaredResource, "creator"> {
  readonly creator?: Partial<ResourceIdentity> | undefined;
}

/** The names that a rejected creation or update needs. */
interface ClaimedNames extends NameQuery {
  readonly names: readonly UniqueName[];
  /** Set for a creation. */
  readonly isNew?: true;
}

interface NamedObject {
  readonly id: string;
  readonly object: Wire;
  readonly names: readonly UniqueName[];
  readonly isManageable: boolean;
}

/** "filtered": the service selects objects by natural key. It may match a key that it returns in a different spelling. */
type Listing = "filtered" | "unfiltered";

/** Lists the objects that may have the natural key of some inputs or, "unfiltered", the whole collection. */
export async function* namedObjects(
  run: Pick<Run, "api">,
  { family, inputs }: NameQuery,
  listing: Listing,
): AsyncGenerator<NamedObject, void> {
  const keys = listing === "filtered" ? (family.naturalKey ?? []) : [];
  const criteria = Object.fromEntries(keys.map((key) => [key, inputs[key]]));
  for await (const object of listCandidates(run.api, family, { parents: inputs, criteria })) {
    const observation = observe(family, object, inputs);
    const isManageable = isManaged(family, observation);
    yield { id: String(object.id), object, names: namesOf(family, observation.inputs), isManageable };
  }
}

/**
 * Returns the object that a program adopts by its natural key. Ignores objects of other resources, and objects that the
 * same resource replaces or has replaced. Throws a UserError if several objects have the key, or another resource is
 * about to adopt the object.
 */
export async function findByName(
  run: Run,
  query: NameQuery,
  listing: Listing = "filtered",
): Promise<Wire | undefined> {
  const { family, inputs, creator } = query;
  const names = namesOf(family, inputs);
  const claimant = describeResource(family.name, creator?.resource ?? "");
  const { objects, successors } = run.ledger;
  const isFree = (id: string) => {
    const object = { family: family.name, id };
    const key = objectKey(object);
    const isOwn = successors.hadItem(claimant, key) || objects.replaced.has(id);
    const isOrphan = creator?.name !== undefined && successors.isOrphanOf(creator.name, key);
    return !isOwn && !isOrphan && objects.findManager(object, claimant) === undefined;
  };
  const matching: Wire[] = [];
  try {
    for await (const { id, object, names: objectNames, isManageable } of namedObjects(run, query, listing))
      if (isManageable && haveCommon(names, objectNames) && isFree(id)) matching.push(object);
  } catch (error) {
    // If the parent of the collection doesn't exist, the creation reports that.
    if (!isNotFound(error)) throw error;
  }
  const [object] = matching;
  if (!object) return undefined;
  const ids = matching.map((candidate) => String(candidate.id));
  if (ids.length > 1)
    throw new UserError(
      `adopt: ${family.name} ${listFirst(ids, MAX_LISTED)} have ${describeNames(names)}: set adoptId to the id of one of them instead of adopt; nothing was written`,
    );
  const id = String(object.id);
  const adopter = objects.findDeclarer("adopts", { family: family.name, id }, claimant);
  if (adopter !== undefined) throw new UserError(`adopt: ${id}: ${describeAdopter(adopter)}`);
  return object;
}

export async function previewAdoption(
  family: ResourceFamily,
  run: Run,
  { inputs, resource }: { readonly inputs: Inputs; readonly resource?: string | undefined },
): Promise<AdoptionPreview | undefined> {
  const names = namesOf(family, inputs);
  if (names.length === 0)
    return {
      text: "will adopt the object with its name or create one: the name is still unknown",
      isRefused: false,
    };
  const nameText = describeNames(names);
  const creator = resource === undefined ? undefined : { resource };
  const object = await findByName(run, { family, inputs, creator });
  if (!object) {
    const missing = family.requiredKeys.filter((key) => inputs[key] === undefined);
    const creation = `create ${nameText}, which no ${family.name} has`;
    if (missing.length > 0) return { text: `cannot ${creation}: set ${missing.join(", ")}`, isRefused: true };
    return { text: `will ${creation}`, isRefused: false };
  }
  const id = String(object.id);
  const observation = observe(family, object, inputs);
  const { changes, fixed, notCompared } = compareForAdoption(family, id, observation, inputs);
  const adoption = `adopt ${id}, which has ${nameText}`;
  if (fixed.length > 0)
    return {
      text: `cannot ${adoption}: it differs in ${describeFixed(family, fixed)}, which only a replacement could change`,
      isRefused: true,
    };
  const equality =
    notCompared.length === 0 ? "it matches the program" : "everything that can be compared matches";
  const change =
    changes.length > 0 ? `change its ${changes.join(", ")}` : `write nothing, because ${equality}`;
  const assumption =
    notCompared.length > 0
      ? `. The service does not return ${notCompared.join(", ")}: the program's value is assumed to be the object's, and is not compared`
      : "";
  const markNote =
    !run.mayAdoptMarked && markIn(object) !== undefined
      ? ". It carries an ownership mark: unless it is this resource's, the adoption is refused"
      : "";
  return { text: `will ${adoption}, and ${change}${assumption}${markNote}`, isRefused: false };
}

/** Like `findByName`, but also throws a UserError if nothing is found and the program omits a required input. */
export async function findOrRequireCompleteInputs(
  run: Run,
  resource: DeclaredResource,
): Promise<Wire | undefined> {
  const { family, inputs } = resource;
  const existing = await findByName(run, resource);
  const missing = family.requiredKeys.filter((key) => inputs[key] === undefined);
  if (existing || missing.length === 0) return existing;
  const { path } = collectionOf(family, inputs);
  const names = describeNames(namesOf(family, inputs));
  throw new UserError(
    `adopt: no object of ${path} has ${names}, and a new ${family.name} needs ${missing.join(", ")}: set it; nothing was written`,
  );
}

/** Returns the object with the name if a replacement of this resource left it behind. Otherwise, the name would stay taken. */
export async function findReplacementOrphan(
  error: unknown,
  run: Run,
  claim: ClaimedNames,
): Promise<NamedObject | undefined> {
  const { family, inputs, names, creator } = claim;
  if (creator?.name === undefined || family.onceKeys.length > 0 || !isAboutName(error, names))
    return undefined;
  const existing = await findObjectWithName(run, claim).catch(() => undefined);
  if (!existing?.isManageable) return undefined;
  const objectId = { family: family.name, id: existing.id };
  const { successors, objects } = run.ledger;
  const isOrphan = successors.isOrphanOf(creator.name, objectKey(objectId));
  // Another stack may have adopted it since.
  const hasAdopter = objects.isDeclared(objectId) || objects.findFormerAdopter(objectId, "") !== undefined;
  if (!isOrphan || hasAdopter) return undefined;
  const observation = observe(family, existing.object, inputs);
  const { fixed } = compareForAdoption(family, existing.id, observation, inputs);
  return fixed.length === 0 ? existing : undefined;
}

/** Adds advice to an error about a name that another object has. Returns any other error unchanged. */
export async function withNameAdvice(error: unknown, run: Run, claim: ClaimedNames): Promise<unknown> {
  const { family, names, creator, isNew } = claim;
  if (!isAboutName(error, names)) return error;
  const { name } = family;
  const existing = await findObjectWithName(run, claim).catch(() => "unknown" as const);
  if (existing === "unknown") return error;
  const explained = (message: string, advice: string) =>
    new UserError(`${message}; ${describeNames(names)} is taken: ${advice}`, { cause: error });
  if (!existing)
    return explained(
      error.message,
      `no ${name} of this account has exactly this name: check similar objects, other classes, and other accounts`,
    );
  const { id, isManageable } = existing;
  const share = family.sharesName ? ` To share it, ${family.sharesName.how}.` : "";
  const claimant = describeResource(name, creator?.resource ?? "");
  const owner = run.ledger.objects.findManager({ family: name, id }, claimant);
  if (owner !== undefined)
    return explained(
      error.messageWithoutAdvice,
      `${owner} of this program already has it, as ${name} ${id}: change or remove one of the two. If this run releases the name, run \`pulumi up\` again; to swap names, give one of the two a third name first.${share}`,
    );
  const rename = isNew
    ? ` If this resource was renamed, add \`aliases: [{ name: "<earlier name>" }]\`. To adopt the object, including one that \`retainOnDelete\`, \`deleteOnDestroy: false\`, or a failed replacement left behind, set \`adoptId: "${id}"\`. To replace it without a change (\`--replace\`, \`pulumi state taint\`), set \`deleteBeforeReplace: true\`; if other resources use it, ${RECREATE}.`
    : "";
  const advice = isManageable
    ? `${rename}${share} If this program is about to delete it, delete it in a separate \`pulumi up\` first: Pulumi deletes last`
    : `${share} ${name} can't manage this kind of object: remove it with the tool that created it`;
  return explained(error.messageWithoutAdvice, `${name} ${id} of this account has it.${advice}`);
}

async function findObjectWithName(run: Run, claim: ClaimedNames): Promise<NamedObject | undefined> {
  for await (const object of namedObjects(run, claim, "unfiltered"))
    if (clash(claim.names, object.names)) return object;
  return undefined;
}
