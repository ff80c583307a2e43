// Generated from provider/families by `npm run generate`; do not edit.
import type { IdentityProvider } from "../resources/types";
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOutput,
  list,
  listOutput,
} from "./lookup";

/**
 * One object as the service returns it. A user who has signed in at an endpoint that requires OAuth, OpenID
 * Connect, or SAML.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface ApplicationUserResult {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** The identity provider that authenticated the user. */
  identityProvider: IdentityProvider;
  /** Id of the user at the identity provider. */
  providerUserId: string;
  /** Name the user signs in with. */
  username: string;
  /** E-mail address of the user. */
  email: string;
  /** Display name of the user. */
  name: string;
  /** When the user was last active. A time in RFC 3339 format. */
  lastActive: string;
  /** When the user last signed in. A time in RFC 3339 format. */
  lastLogin: string;
}

/** The keys of `getApplicationUser`: `id`. */
export type GetApplicationUserArgs = {
  /** Id of the object. */
  id: string;
};

/** Reads one object now, at preview as well. */
export const getApplicationUser: Get<GetApplicationUserArgs, ApplicationUserResult> = (args, opts) =>
  get("ApplicationUser", args, opts);
/** Reads one object as soon as the keys are known. */
export const getApplicationUserOutput: GetOutput<GetApplicationUserArgs, ApplicationUserResult> = (
  args,
  opts,
) => getOutput("ApplicationUser", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listApplicationUsers: List<ApplicationUserResult> = (opts) => list("ApplicationUser", {}, opts);
/** Reads all objects of the collection as an output. */
export const listApplicationUsersOutput: ListOutput<ApplicationUserResult> = (opts) =>
  listOutput("ApplicationUser", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachApplicationUser: Each<ApplicationUserResult> = (opts) => each("ApplicationUser", {}, opts);
