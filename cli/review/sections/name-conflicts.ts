import { clash, namesNotIn, type UniqueName } from "../../../provider/inspect";
import { type AccountChange, type AccountObject, hiddenAsUnknown, type KnownChange } from "../account";
import { isAdoption } from "../preview";
import { objectName, type Replacement } from "./objects";

/** A name that an object needs, but that another object still has. */
export type NameConflict = ReturnType<typeof findNameConflicts>[number];

/**
 * Finds names that the service refuses because another object has them: permanently, or until the engine deletes it at the
 * end of the update. A name that an update releases may become available in time.
 */
export function findNameConflicts(account: AccountChange, replacements: readonly Replacement[]) {
  const { before, after } = account;
  const deletedFirst = new Set(replacements.filter(({ deletesFirst }) => deletesFirst).map(({ urn }) => urn));
  const namesOf = ({ className, props }: AccountObject): readonly UniqueName[] =>
    account.namesOf(className, hiddenAsUnknown(props));
  /** The names that an object still has when other objects are created. */
  const keptNames = (holder: AccountObject): readonly UniqueName[] => {
    const { kind } = holder.change;
    if (holder.isUnread || holder.change.before?.isUnfinished || deletedFirst.has(holder.urn)) return [];
    const holderAfter = after.find(holder.urn);
    const names = namesOf(holder);
    if (kind !== "update" || !holderAfter) return names;
    return names.filter((name) => clash([name], namesOf(holderAfter)));
  };
  const kept = before.objects.flatMap((holder) => {
    const names = keptNames(holder);
    return names.map(({ key }) => ({ key, holder, names }));
  });
  const keptByKey = Map.groupBy(kept, ({ key }) => key);
  return account.changes.flatMap((change) => {
    const object = after.find(change.urn);
    if (object === undefined || !needsName(change)) return [];
    const objectBefore = before.find(change.urn);
    const newNames = namesNotIn(namesOf(object), objectBefore ? namesOf(objectBefore) : []);
    return newNames.flatMap((name) => {
      const conflict = keptByKey
        .get(name.key)
        ?.find(
          ({ holder, names }) =>
            holder.urn !== object.urn && holder.account === object.account && clash([name], names),
        );
      if (!conflict) return [];
      const holder = { ...objectName(conflict.holder), isDeleted: conflict.holder.change.kind === "delete" };
      return { ...objectName(change), text: name.text, holder };
    });
  });
}

/** False if the resource gets an existing object, which already has the name. */
const needsName = (change: KnownChange): boolean =>
  ["create", "replace", "update"].includes(change.kind) &&
  !isAdoption(change) &&
  !change.takesExisting &&
  change.after?.inputs.adopt === undefined;
