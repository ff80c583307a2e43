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
 * What the service says of one object. A public key with which SSH clients may start tunnel sessions.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export interface SshCredentialResult {
  /** Id of the object. */
  id: string;
  /** Public key in OpenSSH's authorized_keys format. Its comment has no meaning. */
  publicKey: string;
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
}

/** By what `getSshCredential` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetSshCredentialArgs =
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
 * or use `getSshCredentialOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshCredential(
  args: GetSshCredentialArgs,
  opts?: LookupOptions,
): Promise<SshCredentialResult> {
  return get<SshCredentialResult>("SshCredential", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshCredentialOutput(
  args: InputsOf<GetSshCredentialArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshCredentialResult> {
  return getOutput<SshCredentialResult>("SshCredential", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachSshCredential`.
 */
export function listSshCredentials(opts?: ListOptions): Promise<SshCredentialResult[]> {
  return list<SshCredentialResult>("SshCredential", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshCredentialsOutput(opts?: ListOutputOptions): pulumi.Output<SshCredentialResult[]> {
  return listOutput<SshCredentialResult>("SshCredential", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachSshCredential(opts?: ListOptions): AsyncGenerator<SshCredentialResult, void> {
  return each<SshCredentialResult>("SshCredential", {}, opts);
}
