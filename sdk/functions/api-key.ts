// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getApiKey`. A key for the management API. The service returns its token only at creation; the
 * state keeps it as a secret. The key that the provider itself uses can't be deleted.
 *
 * API reference, section "API key".
 */
export interface ApiKeyResult extends ObjectResult, MetadataResult {
  /** What uses the key to authenticate. */
  description: string;
  /**
   * Id of the user, ServiceUser, or BotUser that owns the key; by default the owner of the token that
   * creates it. Only admins may name another owner.
   */
  ownerId: string;
  /**
   * Bearer token for the Authorization header. Null on keys that were adopted or looked up: the service
   * shows it once.
   */
  token: string | null;
}

/** Arguments of `getApiKey`: `id`, or `description`, or `metadata`. */
export type GetApiKeyArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getApiKey = get<GetApiKeyArgs, ApiKeyResult>("ApiKey");
/** Reads one object as soon as the arguments are known. */
export const getApiKeyOutput = getOutput<GetApiKeyArgs, ApiKeyResult>("ApiKey");
/** Reads all objects immediately, including during previews. */
export const listApiKeys = list<ApiKeyResult, ListOptions>("ApiKey");
/** Reads all objects, as an output. */
export const listApiKeysOutput = listOutput<ApiKeyResult, ListOutputOptions>("ApiKey");
/** Reads all objects page by page. */
export const eachApiKey = each<ApiKeyResult, ListOptions>("ApiKey");
