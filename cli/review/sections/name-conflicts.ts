import { clash, namesNotIn, type UniqueName } from "../../../provider/inspect";
import {
  type AccountChange,
  type AccountObject,
  hiddenAsUnknown,
  isAdoption,
  type KnownChange,
} from "../account";
import { type ObjectName, objectName, type Replacement } from "./objects";

/** A name that an object needs while another one still has it. */
export interface NameConflict extends ObjectName {
  /** Displayed name, such as a URL. */
  readonly text: string;
  readonly holder: ObjectName & { readonly isDeleted: boolean };
}

/**
 * Names that the service refuses, because another object of the account keeps them, either for good or until the engine
 * deletes it at the end of the update. A name that an update gives up may become available in time.
 */
export function nameConflicts(account: AccountChange, replaced: readonly Replacement[]): NameConflict[] {
  const { before, after } = account;
  const goesFirst = new Set(replaced.filter(({ deletesFirst }) => deletesFirst).map(({ urn }) => urn));
  const namesOf = ({ className, props }: AccountObject): readonly UniqueName[] =>
    account.namesOf(className, hiddenAsUnknown(props));
  /** The names that an object still has when other objects are created. */
  const keptNames = (holder: AccountObject): readonly UniqueName[] => {
    const { kind } = holder.change;
    if (holder.isUnread || holder.change.before?.isUnfinished || goesFirst.has(holder.urn)) return [];
    const holderAfter = after.find(holder.urn);
    const had = namesOf(holder);
    return kind === "update" && holderAfter ? had.filter((name) => clash([name], namesOf(holderAfter))) : had;
  };
  const keptByKey = new Map<string, { holder: AccountObject; names: readonly UniqueName[] }[]>();
  for (const holder of before.objects) {
    const names = keptNames(holder);
    for (const { key } of names) keptByKey.set(key, [...(keptByKey.get(key) ?? []), { holder, names }]);
  }
  return account.changes.flatMap((change): NameConflict[] => {
    const object = after.find(change.urn);
    if (object === undefined || !needsName(change)) return [];
    const own = before.find(change.urn);
    const gained = namesNotIn(namesOf(object), own ? namesOf(own) : []);
    return gained.flatMap((name) => {
      const conflict = keptByKey
        .get(name.key)
        ?.find(
          ({ holder, names }) =>
            holder.urn !== object.urn && holder.account === object.account && clash([name], names),
        );
      return conflict
        ? [
            {
              ...objectName(change),
              text: name.text,
              holder: { ...objectName(conflict.holder), isDeleted: conflict.holder.change.kind === "delete" },
            },
          ]
        : [];
    });
  });
}

/** False if the resource takes over an existing object, which has the name already. */
const needsName = (change: KnownChange): boolean =>
  ["create", "replace", "update"].includes(change.kind) &&
  !isAdoption(change) &&
  !change.takesExisting &&
  change.after?.inputs.adopt === undefined;
