// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. An account member for machines that owns API keys and credentials.
 * Replaces bot users.
 *
 * Service only: available in the compatible service but not in the API reference (docs/assumptions.md).
 */
export interface ServiceUserResult extends ObjectResult {
  /** Name of the service, unique in the account. */
  name: string;
  /** Whether the service user is active; its keys don't work while it is inactive. */
  active: boolean;
}

/** The keys of `getServiceUser`: `id`, or `name`. */
export type GetServiceUserArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Name of the service, unique in the account. */
      name: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getServiceUser: lookup.Get<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  lookup.get("ServiceUser", args, opts);
/** Reads one object as soon as the keys are known. */
export const getServiceUserOutput: lookup.GetOutput<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  lookup.getOutput("ServiceUser", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listServiceUsers: lookup.List<ServiceUserResult, lookup.ListOptions> = (opts) =>
  lookup.list("ServiceUser", {}, opts);
/** Reads all objects of the collection as an output. */
export const listServiceUsersOutput: lookup.ListOutput<ServiceUserResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("ServiceUser", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachServiceUser: lookup.Each<ServiceUserResult, lookup.ListOptions> = (opts) =>
  lookup.each("ServiceUser", {}, opts);
