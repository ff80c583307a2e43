// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getSshCredential`. A public key that SSH clients use to start tunnel sessions.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export interface SshCredentialResult extends ObjectResult, MetadataResult {
  /** Public key in OpenSSH's authorized_keys format. The key's comment is ignored. */
  publicKey: string;
  /**
   * What sessions that use the credential may bind, such as `bind:app.example.com`. If empty, anything.
   * Order is ignored.
   */
  acl: string[];
  /**
   * Id of the user, ServiceUser, or BotUser that owns the credential; by default the owner of the token that
   * creates it.
   */
  ownerId: string;
  /** Who or what uses the credential. */
  description: string;
}

/** Arguments of `getSshCredential`: `id`, or `description`, or `metadata`. */
export type GetSshCredentialArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getSshCredential = get<GetSshCredentialArgs, SshCredentialResult>("SshCredential");
/** Reads one object as soon as the arguments are known. */
export const getSshCredentialOutput = getOutput<GetSshCredentialArgs, SshCredentialResult>("SshCredential");
/** Reads all objects immediately, including during previews. */
export const listSshCredentials = list<SshCredentialResult, ListOptions>("SshCredential");
/** Reads all objects, as an output. */
export const listSshCredentialsOutput = listOutput<SshCredentialResult, ListOutputOptions>("SshCredential");
/** Reads all objects page by page. */
export const eachSshCredential = each<SshCredentialResult, ListOptions>("SshCredential");
