// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ById, OneOf } from "./signatures";

/**
 * Result of `getServiceUser`. An account member for machines that owns API keys and credentials. Replaces
 * bot users.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface ServiceUserResult extends ObjectResult {
  /** Name of the service, unique in the account. */
  name: string;
  /** Whether the service user is active; its keys don't work while it is inactive. */
  active: boolean;
}

/** Arguments of `getServiceUser`: `id`, or `name`. */
export type GetServiceUserArgs = OneOf<
  | ById
  | {
      /** Name of the service, unique in the account. */
      name: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getServiceUser = get<GetServiceUserArgs, ServiceUserResult>("ServiceUser");
/** Reads one object as soon as the arguments are known. */
export const getServiceUserOutput = getOutput<GetServiceUserArgs, ServiceUserResult>("ServiceUser");
/** Reads all objects immediately, including during previews. */
export const listServiceUsers = list<ServiceUserResult, ListOptions>("ServiceUser");
/** Reads all objects, as an output. */
export const listServiceUsersOutput = listOutput<ServiceUserResult, ListOutputOptions>("ServiceUser");
/** Reads all objects page by page. */
export const eachServiceUser = each<ServiceUserResult, ListOptions>("ServiceUser");
