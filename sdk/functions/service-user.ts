// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. An account member for machines, which owns API keys and credentials.
 * Replaces bot users.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface ServiceUserResult {
  /** Id of the object. */
  id: string;
  /** Name of the service, unique in the account. */
  name: string;
  /** Whether the service user is active; its keys don't work while it is inactive. */
  active: boolean;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
}

/** By what `getServiceUser` looks an object up: by `id`, or by `name`. */
export type GetServiceUserArgs =
  | {
      /** Id of the object. */
      id: string;
      name?: never;
    }
  | {
      /** Name of the service, unique in the account. */
      name: string;
      id?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getServiceUserOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getServiceUser(args: GetServiceUserArgs, opts?: LookupOptions): Promise<ServiceUserResult> {
  return get<ServiceUserResult>("ServiceUser", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getServiceUserOutput(
  args: InputsOf<GetServiceUserArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ServiceUserResult> {
  return getOutput<ServiceUserResult>("ServiceUser", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see `eachServiceUser`.
 */
export function listServiceUsers(opts?: ListOptions): Promise<ServiceUserResult[]> {
  return list<ServiceUserResult>("ServiceUser", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listServiceUsersOutput(opts?: ListOutputOptions): pulumi.Output<ServiceUserResult[]> {
  return listOutput<ServiceUserResult>("ServiceUser", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachServiceUser(opts?: ListOptions): AsyncGenerator<ServiceUserResult, void> {
  return each<ServiceUserResult>("ServiceUser", {}, opts);
}
