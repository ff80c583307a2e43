// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getApiKey`. A key for the management API. The service returns its token only at creation; the
 * state keeps it as a secret. The key that the provider itself uses can't be deleted.
 *
 * API reference, section "API key".
 */
export interface ApiKeyResult extends ObjectResult {
  /** What uses the key to authenticate. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
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
export type GetApiKeyArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What uses the key to authenticate. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getApiKey: lookup.Get<GetApiKeyArgs, ApiKeyResult> = (args, opts) =>
  lookup.get("ApiKey", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getApiKeyOutput: lookup.GetOutput<GetApiKeyArgs, ApiKeyResult> = (args, opts) =>
  lookup.getOutput("ApiKey", args, opts);
/** Reads all objects immediately, including during previews. */
export const listApiKeys: lookup.List<ApiKeyResult, lookup.ListOptions> = (opts) =>
  lookup.list("ApiKey", {}, opts);
/** Reads all objects, as an output. */
export const listApiKeysOutput: lookup.ListOutput<ApiKeyResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("ApiKey", {}, opts);
/** Reads all objects page by page. */
export const eachApiKey: lookup.Each<ApiKeyResult, lookup.ListOptions> = (opts) =>
  lookup.each("ApiKey", {}, opts);
