import type { Props, ResourceFamily } from "../../family/resource";
import { adoptionOf } from "../plan/adoption";
import type { Creator } from "../plan/results";
import { keyOf } from "../run/ledger/adopted-objects";
import type { Run } from "../run/lifecycle";
import { isAboutName } from "../run/needs";
import { collectionOf } from "../values/collection";
import { UserError } from "../values/errors";
import { clash, namesOf, namesText, resourceText, type UniqueName } from "../values/names";
import { observe } from "../values/response";
import { RECREATE } from "./users";

interface NameClaim {
  readonly family: ResourceFamily;
  readonly inputs: Props;
  readonly names: readonly UniqueName[];
  readonly creator?: Creator | undefined;
  readonly isNew?: true;
}

/** An object of this class, as a response shows it. */
interface Holder {
  readonly id: string;
  readonly object: Props;
  readonly isManaged: boolean;
}

/**
 * The object that a replacement of the same resource has left in an earlier run, where an error is about a name that it
 * has. The engine deletes last, so that the resource would never get that name again. Undefined for any other object.
 */
export async function leftByReplacement(
  error: unknown,
  run: Run,
  claim: NameClaim,
  creator: Creator | undefined,
): Promise<Holder | undefined> {
  const { family, inputs, names } = claim;
  if (creator === undefined || family.onceKeys.length > 0 || !isAboutName(error, names)) return undefined;
  const holder = await holderOf(run, claim).catch(() => undefined);
  if (!holder?.isManaged) return undefined;
  const owned = { family: family.name, id: holder.id };
  const { successors, objects } = run.ledger;
  if (!successors.isLeftBy(creator.name, keyOf(owned)) || objects.isDeclared(owned)) return undefined;
  // Another stack may have adopted it since.
  if (objects.formerAdopter(owned, "") !== undefined) return undefined;
  const seen = observe(family, holder.object, inputs);
  return adoptionOf(family, holder.id, seen, inputs).fixed.length === 0 ? holder : undefined;
}

/** Returns the error. An error about a name that another object has also says what to do about it. */
export async function withNameAdvice(error: unknown, run: Run, claim: NameClaim): Promise<unknown> {
  const { family, names, creator, isNew } = claim;
  if (!isAboutName(error, names)) return error;
  const { name } = family;
  const holder = await holderOf(run, claim).catch(() => null);
  if (holder === null) return error;
  const { id, isManaged } = holder ?? {};
  const rename = `If it is this resource under an earlier name, give the resource \`aliases: [{ name: "<earlier name>" }]\`. To take it over, also where \`retainOnDelete\` or \`deleteOnDestroy: false\` has left it in place, or where a replacement in a run that failed has left it and the engine is still to delete it, give \`adoptId: "${id}"\`. To replace it without a change, as \`--replace\` and \`pulumi state taint\` do, give \`deleteBeforeReplace: true\`, or, if other resources use it, ${RECREATE}.`;
  const share = family.sharesName ? ` To share it, ${family.sharesName.how}.` : "";
  const by = resourceText(name, creator?.resource ?? "");
  const other = id === undefined ? undefined : run.ledger.objects.holder({ family: name, id }, by);
  const own = isManaged
    ? `${isNew ? ` ${rename}` : ""}${share} The engine deletes last: what this program is to delete has to go in a run of its own before`
    : `${share} It is not of the kind that ${name} manages: only what made it can remove it`;
  const advice =
    id === undefined
      ? `no ${name} of this account has it: an object of another class may, or another account`
      : other !== undefined
        ? `${other} of this program has it, as ${name} ${id}: give one of the two another, or drop one. If it gives it up in this run, run again.${share}`
        : `${name} ${id} of this account has it.${own}`;
  const what = namesText(names);
  const message = id === undefined ? error.message : error.withoutAdvice;
  return new UserError(`${message}; ${what} is taken: ${advice}`, { cause: error });
}

/** The object of this class that has one of these names. */
async function holderOf(run: Run, { family, inputs, names }: NameClaim): Promise<Holder | undefined> {
  for await (const object of run.api.list(collectionOf(family, inputs))) {
    const seen = observe(family, object, inputs);
    if (!clash(names, namesOf(family, seen.inputs))) continue;
    const isManaged = family.manages?.({ ...seen.inputs, ...seen.computed }) !== false;
    return { id: String(object.id), object, isManaged };
  }
  return undefined;
}
