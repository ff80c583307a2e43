// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A public key with which SSH clients may start tunnel sessions.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export interface SshCredentialResult extends ObjectResult {
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
}

/** The keys of `getSshCredential`: `id`, or `description`, or `metadata`. */
export type GetSshCredentialArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Who or what uses the credential. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getSshCredential: lookup.Get<GetSshCredentialArgs, SshCredentialResult> = (args, opts) =>
  lookup.get("SshCredential", args, opts);
/** Reads one object as soon as the keys are known. */
export const getSshCredentialOutput: lookup.GetOutput<GetSshCredentialArgs, SshCredentialResult> = (
  args,
  opts,
) => lookup.getOutput("SshCredential", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listSshCredentials: lookup.List<SshCredentialResult, lookup.ListOptions> = (opts) =>
  lookup.list("SshCredential", {}, opts);
/** Reads all objects of the collection as an output. */
export const listSshCredentialsOutput: lookup.ListOutput<SshCredentialResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("SshCredential", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachSshCredential: lookup.Each<SshCredentialResult, lookup.ListOptions> = (opts) =>
  lookup.each("SshCredential", {}, opts);
