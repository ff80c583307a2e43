// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getCredential`. A token that agents use to start tunnel sessions. The service returns it only
 * at creation; the state keeps it as a secret.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export interface CredentialResult extends ObjectResult, MetadataResult {
  /**
   * What sessions that use the credential may bind, such as `bind:app.example.com`. If empty, anything.
   * Order is ignored.
   */
  acl: string[];
  /**
   * Id of the user, ServiceUser, or BotUser that owns the credential, or the e-mail address or SCIM id of a
   * user; by default the owner of the token that creates it.
   */
  ownerId: string;
  /** Who or what uses the credential. */
  description: string;
  /**
   * Token for the agent's configuration. Null on credentials that were adopted or looked up: the service
   * shows it once.
   */
  token: string | null;
}

/** Arguments of `getCredential`: `id`, or `description`, or `metadata`. */
export type GetCredentialArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getCredential = get<GetCredentialArgs, CredentialResult>("Credential");
/** Reads one object as soon as the arguments are known. */
export const getCredentialOutput = getOutput<GetCredentialArgs, CredentialResult>("Credential");
/** Reads all objects immediately, including during previews. */
export const listCredentials = list<CredentialResult, ListOptions>("Credential");
/** Reads all objects, as an output. */
export const listCredentialsOutput = listOutput<CredentialResult, ListOutputOptions>("Credential");
/** Reads all objects page by page. */
export const eachCredential = each<CredentialResult, ListOptions>("Credential");
