// Generated from provider/families by `npm run generate`; do not edit.
import type { IdentityProvider, ObjectResult } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ById } from "./signatures";

/**
 * Result of `getApplicationUser`. A user who has signed in at an endpoint that requires OAuth, OpenID
 * Connect, or SAML.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface ApplicationUserResult extends ObjectResult {
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

/** Arguments of `getApplicationUser`: `id`. */
export type GetApplicationUserArgs = ById;

/** Reads one object immediately, including during previews. */
export const getApplicationUser = get<GetApplicationUserArgs, ApplicationUserResult>("ApplicationUser");
/** Reads one object as soon as the arguments are known. */
export const getApplicationUserOutput = getOutput<GetApplicationUserArgs, ApplicationUserResult>(
  "ApplicationUser",
);
/** Reads all objects immediately, including during previews. */
export const listApplicationUsers = list<ApplicationUserResult>("ApplicationUser");
/** Reads all objects, as an output. */
export const listApplicationUsersOutput = listOutput<ApplicationUserResult>("ApplicationUser");
/** Reads all objects page by page. */
export const eachApplicationUser = each<ApplicationUserResult>("ApplicationUser");
