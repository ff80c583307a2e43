import type { Props, ResourceFamily } from "../../family/resource";
import { compareForAdoption } from "../plan/diff";
import type { Creator } from "../plan/results";
import { objectKey } from "../run/ledger/adopted-objects";
import type { Run } from "../run/lifecycle";
import { isAboutName } from "../run/needs";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import { clash, describeNames, describeResource, namesOf, type UniqueName } from "../values/names";
import { observe } from "../values/response";
import { RECREATE } from "./users";

interface NameClaim {
  readonly family: ResourceFamily;
  readonly inputs: Props;
  readonly names: readonly UniqueName[];
  readonly creator?: Creator | undefined;
  readonly isNew?: true;
}

/** The existing object that has a claimed name. */
interface Holder {
  readonly id: string;
  readonly object: Props;
  readonly isManaged: boolean;
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
  creator: Creator | undefined,
): Promise<Holder | undefined> {
  const { family, inputs, names } = claim;
  if (creator === undefined || family.onceKeys.length > 0 || !isAboutName(error, names)) return undefined;
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

/** Returns the error, with advice if it is a name conflict. */
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
async function holderOf(run: Run, { family, inputs, names }: NameClaim): Promise<Holder | undefined> {
  for await (const object of run.api.list(collectionOf(family, inputs))) {
    const observed = observe(family, object, inputs);
    if (!clash(names, namesOf(family, observed.inputs))) continue;
    const isManaged = family.manages?.({ ...observed.inputs, ...observed.computed }) !== false;
    return { id: String(object.id), object, isManaged };
  }
  return undefined;
}
