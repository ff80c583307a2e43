import { clash, UNKNOWN, type UniqueName, without } from "../../../provider/inspect";
import { type AccountChange, type AccountObject, isAdoption, isHidden, type KnownChange } from "../account";
import { type Named, named, type Replacement } from "./objects";

/** A name that an object is to have while another one still has it. */
export interface TakenName extends Named {
  /** As users know it, such as a URL. */
  readonly text: string;
  readonly holder: Named & { readonly isDeleted: boolean };
}

/**
 * Names that the service refuses, since what has them in the same account keeps them until the end of the update, or for
 * good: the engine deletes last. What gives a name up by an update of its own may do so in time.
 */
export function takenNames(account: AccountChange, replaced: readonly Replacement[]): TakenName[] {
  const { before, after } = account;
  const goesFirst = new Set(replaced.filter(({ deletesFirst }) => deletesFirst).map(({ urn }) => urn));
  const namesOf = ({ className, props }: AccountObject): readonly UniqueName[] => {
    const hidden = Object.entries(props).map(([key, value]) => [key, isHidden(value) ? UNKNOWN : value]);
    return account.namesOf(className, Object.fromEntries(hidden));
  };
  /** What an object still has when others are made. */
  const keptNames = (holder: AccountObject): readonly UniqueName[] => {
    const { kind } = holder.change;
    if (holder.isUnread || holder.change.before?.isUnfinished || goesFirst.has(holder.urn)) return [];
    const now = after.find(holder.urn);
    const had = namesOf(holder);
    return kind === "update" && now ? had.filter((name) => clash([name], namesOf(now))) : had;
  };
  const kept = new Map<string, { holder: AccountObject; names: readonly UniqueName[] }[]>();
  for (const holder of before.objects) {
    const names = keptNames(holder);
    for (const { key } of names) kept.set(key, [...(kept.get(key) ?? []), { holder, names }]);
  }
  return account.changes.flatMap((change): TakenName[] => {
    const object = after.find(change.urn);
    if (object === undefined || !wantsName(change)) return [];
    const own = before.find(change.urn);
    const gained = without(namesOf(object), own ? namesOf(own) : []);
    return gained.flatMap((name) => {
      const found = kept
        .get(name.key)
        ?.find(
          ({ holder, names }) =>
            holder.urn !== object.urn && holder.account === object.account && clash([name], names),
        );
      return found
        ? [
            {
              ...named(change),
              text: name.text,
              holder: { ...named(found.holder), isDeleted: found.holder.change.kind === "delete" },
            },
          ]
        : [];
    });
  });
}

/** What takes an object over by its name or id does not need the name. */
const wantsName = (change: KnownChange): boolean =>
  ["create", "replace", "update"].includes(change.kind) &&
  !isAdoption(change) &&
  !change.takesExisting &&
  change.after?.inputs.adopt === undefined;
