import { ApiError, isClientError } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import type { UniqueName } from "../values/names";
import { findReference, requiredHosts, reserves, type Target } from "../values/references";
import type { Need, Operations } from "./ledger/operations";

/** The condition that no other object has the names. `isTaken` checks it if an error doesn't mention the names. */
export function needFreeNames(
  operations: Operations,
  label: string,
  names: readonly UniqueName[],
  isTaken?: () => Promise<boolean>,
): Need {
  const isSatisfiedBy: Need["isSatisfiedBy"] = ({ freedNames }) =>
    freedNames.some(({ key }) => names.some((name) => name.key === key));
  return {
    retry: "after an announced update",
    isSatisfiedBy,
    async isCauseOf(error) {
      if (isAboutName(error, names)) return true;
      if (!isClientError(error) || names.length === 0) return false;
      return operations.findBlocker(label, { isSatisfiedBy }) !== undefined || ((await isTaken?.()) ?? false);
    },
    message(blocker) {
      const name = names.find(({ key }) => blocker?.freedNames.some((freed) => freed.key === key))?.text;
      return `${label} waits for ${blocker?.label}, which releases ${name} in this run`;
    },
  };
}

/** True if a request was rejected because another object has one of the names, according to the error. */
export function isAboutName(error: unknown, names: readonly UniqueName[]): error is ApiError {
  if (!isClientError(error) || names.length === 0) return false;
  // The service's own code takes precedence over names in the message.
  if (error.hasServiceCode) return error.means === "taken";
  const message = error.message.toLowerCase();
  return (
    error.status === 409 || names.some(({ text }) => !isWord(text) && message.includes(text.toLowerCase()))
  );
}

/** True if a name may occur in unrelated messages, such as the name "text" of a vault. */
const isWord = (name: string) => name.length <= 3 || /^[\p{L}\p{N}_-]+$/u.test(name);

/** The condition that no other object uses the target. */
export function needNoUsers(target: Target): Need {
  return {
    retry: "regularly",
    isCauseOf: mayBeInUse,
    isSatisfiedBy: ({ family, before, after }) =>
      family !== undefined &&
      findReference(family, before ?? {}, target) !== undefined &&
      findReference(family, after ?? {}, target) === undefined,
    message: () =>
      `${target.family.name} ${target.id} is still used: it is deleted after other operations of this run have removed the references`,
  };
}

/** True if a deletion was rejected because the object is in use, or for an unknown reason. */
export const mayBeInUse = (error: unknown): error is ApiError =>
  isClientError(error) && (error.means === "inUse" || !error.hasAdvice);

/** The condition that the account has reserved the hosts in the inputs. */
export function needReservedHosts(label: string, family: ResourceFamily, inputs: Props): Need {
  let hosts: readonly string[] | undefined;
  return {
    retry: "regularly",
    isCauseOf: (error) => error instanceof ApiError && error.means === "notReserved",
    isSatisfiedBy({ family: candidate, after }) {
      hosts ??= requiredHosts(family, inputs);
      return candidate !== undefined && hosts.some((host) => reserves(candidate, after ?? {}, host));
    },
    message: () =>
      `${label} uses a host that is not reserved yet: the request is repeated after other operations of this run have reserved it`,
  };
}
