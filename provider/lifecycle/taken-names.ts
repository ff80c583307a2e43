import type { Props, ResourceFamily } from "../family/resource";
import { collectionOf } from "./collection";
import { UserError } from "./errors";
import type { LifecycleContext } from "./lifecycle";
import { clash, namesOf, type UniqueName } from "./names";
import { isAboutName } from "./needs";
import { observe } from "./state";

/** An object that needs some names. */
interface Wanting {
  readonly family: ResourceFamily;
  readonly inputs: Props;
  readonly names: readonly UniqueName[];
  /** It does not exist yet. */
  readonly isNew?: true;
}

/** Returns the error. An error about a name that another object has also says what to do about it. */
export async function withAdvice(
  error: unknown,
  account: LifecycleContext,
  wanting: Wanting,
): Promise<unknown> {
  const { family, names, isNew } = wanting;
  if (!isAboutName(error, names)) return error;
  const { name } = family;
  const holder = await holderOf(account, wanting).catch(() => null);
  if (holder === null) return error;
  const { id, isManaged } = holder ?? {};
  const rename = `If it is this resource under an earlier name, give the resource \`aliases: [{ name: "<earlier name>" }]\`. To take it over, give \`adoptId: "${id}"\`. To replace it without a change, as \`--replace\` and \`pulumi state taint\` do, give \`deleteBeforeReplace: true\`.`;
  const share = family.sharesName ? ` To share it, ${family.sharesName.how}.` : "";
  const own = isManaged
    ? `${isNew ? ` ${rename}` : ""}${share} The engine deletes last: what this program is to delete has to go in a run of its own before`
    : `${share} It is not of the kind that ${name} manages: only what made it can remove it`;
  const advice =
    id === undefined
      ? `no ${name} of this account has it: an object of another class may, or another account`
      : `${name} ${id} of this account has it.${own}`;
  const what = names.map(({ text }) => text).join(", ");
  const said = id === undefined ? error.message : error.withoutAdvice;
  return new UserError(`${said}; ${what} is taken: ${advice}`, { cause: error });
}

/** The object of this class that has one of these names. */
async function holderOf(account: LifecycleContext, { family, inputs, names }: Wanting) {
  for await (const object of account.api.list(collectionOf(family, inputs))) {
    const seen = observe(family, object, inputs);
    if (!clash(names, namesOf(family, seen.inputs))) continue;
    const isManaged = family.manages?.({ ...seen.inputs, ...seen.computed }) !== false;
    return { id: String(object.id), isManaged };
  }
  return undefined;
}
