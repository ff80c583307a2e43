import { mayBeUsed, type Read, type Used, type User, usersOf } from "../../../provider/inspect";
import {
  type AccountChange,
  type AccountObject,
  type AccountView,
  isAdoption,
  isMade,
  type KnownChange,
  staysOnDelete,
} from "../account";
import { leavesObject } from "../preview";
import { changedInputs } from "./calls";

/** Who uses what the change changes, outside the program. */
export interface OutsideUsers {
  /** Objects of the default account that the program does not manage. */
  readonly users: readonly User[];
  /** How many of the changed objects nobody has asked about. */
  readonly unasked: number;
  /** Why the account was not read, or not whole. */
  readonly warnings: readonly string[];
}

/** Inputs that mean nothing to those who use an object. */
const NOTES: readonly string[] = ["description", "metadata", "deleteOnDestroy", "adoptId"];

/**
 * Asks the default account who names what the change updates, replaces or deletes.
 *
 * @param differs - Whether an adopted object differs from the program, as far as it was read.
 * @param openAccount - Gives the configuration of the account; called only if the change concerns such an object.
 */
export async function outsideUsers(
  account: AccountChange,
  differs: (change: KnownChange) => boolean | undefined,
  openAccount: () => Promise<Read | undefined>,
): Promise<OutsideUsers> {
  const all = account.changes
    .filter((change) => !isAdoption(change) || differs(change))
    .flatMap((change) => usedBy(account, change));
  const used = [...Map.groupBy(all, ({ className, id }) => `${className} ${id}`).values()].flatMap(
    ([first]) => first ?? [],
  );
  const here = used.filter((one) => one.account === undefined);
  const elsewhere = used.length - here.length;
  const config = here.length > 0 ? await openAccount() : undefined;
  if (!config) return { users: [], unasked: used.length, warnings: [] };
  try {
    const { users, skipped } = await usersOf(here, config);
    const own = new Set([...account.before.objects, ...account.after.objects].map(({ id }) => id));
    return {
      users: users.filter(({ id }) => !own.has(id)),
      unasked: skipped.length > 0 ? used.length : elsewhere,
      warnings: skipped.map(
        (className) => `${className} objects are not read, since too many others have them`,
      ),
    };
  } catch (error) {
    const warning = error instanceof Error ? error.message : String(error);
    return { users: [], unasked: used.length, warnings: [warning] };
  }
}

interface UsedIn extends Used {
  readonly account: string | undefined;
}

/** The objects that others may use and that mean something else to them after the change. */
function usedBy(account: AccountChange, change: KnownChange): UsedIn[] {
  const { urn, kind, className, paths, isCompared } = change;
  if (leavesObject(kind) || (kind === "delete" && staysOnDelete(change))) return [];
  if (kind === "update" && isCompared && paths.every((path) => NOTES.includes(path))) return [];
  const { before, after, factsOf } = account;
  const { partOf, placedIn, parts } = factsOf(className);
  const [was, is] = [before.find(urn), after.find(urn)];
  const own = was?.id !== undefined && mayBeUsed(className) ? [usedIn(was, className, was.id)] : [];
  // What is beside a route answers where that one has left.
  const leaves =
    was !== undefined && (kind !== "update" || changedInputs(change).some((input) => !(input in parts)));
  // Who uses a policy notices its rules.
  const wholes = [...partOf, ...(leaves ? placedIn : [])].flatMap(({ input, className: of }) =>
    [...wholesOf(before, was, input), ...wholesOf(after, is, input)].map((id) => usedIn(was ?? is, of, id)),
  );
  return [...own, ...wholes];
}

const usedIn = (object: AccountObject | undefined, className: string, id: string): UsedIn => ({
  className,
  id,
  account: object?.account,
});

/** Ids of the objects that an object is part of, except those that the change makes. */
const wholesOf = (view: AccountView, object: AccountObject | undefined, input: string): string[] =>
  (object ? view.targetsOf(object, input) : []).flatMap((target) => {
    if (target.kind === "elsewhere") return [target.id];
    if (target.kind !== "object" || isMade(target.object)) return [];
    return target.object.id ?? [];
  });
