import { ApiError, isClientError } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import type { UniqueName } from "../values/names";
import { findReference, requiredHosts, reserves, type Target } from "../values/references";
import type { Need, Operations } from "./ledger/operations";

export interface Claim {
  /** Class and id (or name) of the resource. */
  readonly label: string;
  readonly names: readonly UniqueName[];
  /** Whether a refusal is about one of the names, where its message may not say so. */
  readonly isTaken?: (refusal: ApiError) => Promise<boolean>;
}

/** Names that another operation of the run may be about to give up. */
export function namesReleased(operations: Operations, { label, names, isTaken }: Claim): Need {
  const satisfiedBy: Need["satisfiedBy"] = ({ frees }) =>
    frees.some(({ key }) => names.some((name) => name.key === key));
  return {
    retry: "after announced",
    satisfiedBy,
    async wasRefusedFor(error) {
      if (isAboutName(error, names)) return true;
      if (!isClientError(error) || names.length === 0) return false;
      return operations.isExpected(label, { satisfiedBy }) || ((await isTaken?.(error)) ?? false);
    },
    message(by) {
      const name = names.find(({ key }) => by?.frees.some((freed) => freed.key === key))?.text;
      return `${label} waits for ${by?.label}, which gives ${name} up in this run`;
    },
  };
}

/** Whether a refusal may be about a name that another object has. */
export function isAboutName(error: unknown, names: readonly UniqueName[]): error is ApiError {
  if (!isClientError(error) || names.length === 0) return false;
  // A code of the service defines what the refusal is about, whatever names the message holds.
  if (error.hasServiceCode) return error.means === "taken";
  const message = error.message.toLowerCase();
  return (
    error.status === 409 || names.some(({ text }) => !isWord(text) && message.includes(text.toLowerCase()))
  );
}

/** Whether a name may stand in any message, as that of a vault called "text" may. */
const isWord = (name: string) => name.length <= 3 || /^[\p{L}\p{N}_-]+$/u.test(name);

/** The condition that no other object uses the target any more, so that it can be deleted. */
export function noLongerUsed(target: Target): Need {
  return {
    retry: "from time to time",
    wasRefusedFor: mayBeInUse,
    satisfiedBy: ({ family, before, after }) =>
      family !== undefined &&
      findReference(family, before ?? {}, target) !== undefined &&
      findReference(family, after ?? {}, target) === undefined,
    message: () =>
      `${target.family.name} ${target.id} is still used: it is deleted once other operations of this run have freed it`,
  };
}

/** Whether a deletion was refused because the object is in use, or for an unknown reason. */
export const mayBeInUse = (error: unknown): error is ApiError =>
  isClientError(error) && (error.means === "inUse" || !error.hasAdvice);

/** The condition that the account has reserved the hosts named in some inputs. */
export function hostsReserved(label: string, family: ResourceFamily, inputs: Props): Need {
  let hosts: readonly string[] | undefined;
  return {
    retry: "from time to time",
    wasRefusedFor: (error) => error instanceof ApiError && error.means === "notReserved",
    satisfiedBy({ family: other, after }) {
      hosts ??= requiredHosts(family, inputs);
      return other !== undefined && hosts.some((host) => reserves(other, after ?? {}, host));
    },
    message: () =>
      `${label} names a host that is not reserved yet: it is sent again once other operations of this run have reserved it`,
  };
}
