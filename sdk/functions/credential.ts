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
 * What the service says of one object. A token with which agents start tunnel sessions. The token is in the
 * response to its creation only; the state keeps it as a secret.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export interface CredentialResult {
  /** Id of the object. */
  id: string;
  /**
   * What sessions of the credential may bind, such as `bind:app.example.com`; everything when empty. The
   * order has no meaning.
   */
  acl: string[];
  /** Id of the user, ServiceUser or BotUser that owns the credential; by default the one who creates it. */
  ownerId: string;
  /** Who or what uses the credential. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /**
   * Token for the agent's configuration. Null on credentials that were adopted or looked up: the service
   * shows it once.
   */
  token: string | null;
}

/** By what `getCredential` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetCredentialArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** Who or what uses the credential. Removing it empties it on the service. */
      description: string;
      id?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getCredentialOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getCredential(args: GetCredentialArgs, opts?: LookupOptions): Promise<CredentialResult> {
  return get<CredentialResult>("Credential", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getCredentialOutput(
  args: InputsOf<GetCredentialArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<CredentialResult> {
  return getOutput<CredentialResult>("Credential", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see `eachCredential`.
 */
export function listCredentials(opts?: ListOptions): Promise<CredentialResult[]> {
  return list<CredentialResult>("Credential", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listCredentialsOutput(opts?: ListOutputOptions): pulumi.Output<CredentialResult[]> {
  return listOutput<CredentialResult>("Credential", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachCredential(opts?: ListOptions): AsyncGenerator<CredentialResult, void> {
  return each<CredentialResult>("Credential", {}, opts);
}
