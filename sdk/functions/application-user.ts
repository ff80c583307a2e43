// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { IdentityProvider } from "../resources/types";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. A user who has signed in at an endpoint that requires OAuth, OpenID
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

/** By what `getApplicationUser` looks an object up: by `id`. */
export type GetApplicationUserArgs = {
  /** Id of the object. */
  id: string;
};

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getApplicationUserOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getApplicationUser(
  args: GetApplicationUserArgs,
  opts?: LookupOptions,
): Promise<ApplicationUserResult> {
  return get<ApplicationUserResult>("ApplicationUser", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getApplicationUserOutput(
  args: InputsOf<GetApplicationUserArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationUserResult> {
  return getOutput<ApplicationUserResult>("ApplicationUser", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachApplicationUser`.
 */
export function listApplicationUsers(opts?: LookupOptions): Promise<ApplicationUserResult[]> {
  return list<ApplicationUserResult>("ApplicationUser", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listApplicationUsersOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationUserResult[]> {
  return listOutput<ApplicationUserResult>("ApplicationUser", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachApplicationUser(opts?: LookupOptions): AsyncGenerator<ApplicationUserResult, void> {
  return each<ApplicationUserResult>("ApplicationUser", {}, opts);
}
