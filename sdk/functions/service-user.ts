// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. An account member for machines, which owns API keys and credentials.
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
export const getServiceUser: Get<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  get("ServiceUser", args, opts);
/** Reads one object as soon as the keys are known. */
export const getServiceUserOutput: GetOutput<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  getOutput("ServiceUser", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listServiceUsers: List<ServiceUserResult, ListOptions> = (opts) => list("ServiceUser", {}, opts);
/** Reads all objects of the collection as an output. */
export const listServiceUsersOutput: ListOutput<ServiceUserResult, ListOutputOptions> = (opts) =>
  listOutput("ServiceUser", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachServiceUser: Each<ServiceUserResult, ListOptions> = (opts) => each("ServiceUser", {}, opts);
