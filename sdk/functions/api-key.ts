// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A key of the management API. Its token is in the response to its
 * creation only; the state keeps it as a secret. Deleting the key whose token the provider itself uses is
 * refused.
 *
 * API reference, section "API key".
 */
export interface ApiKeyResult {
  /** Id of the object. */
  id: string;
  /** What uses the key to authenticate. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /**
   * Id of the user, ServiceUser or BotUser that owns the key; by default the owner of the token that creates
   * it. Only admins may name another owner.
   */
  ownerId: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /**
   * Bearer token for the Authorization header. Null on keys that were adopted or looked up: the service
   * shows it once.
   */
  token: string | null;
}

/** The keys of `getApiKey`: `id`, or `description`, or `metadata`. */
export type GetApiKeyArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What uses the key to authenticate. Removing it empties it on the service. */
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
export const getApiKey: Get<GetApiKeyArgs, ApiKeyResult> = (args, opts) => get("ApiKey", args, opts);
/** Reads one object as soon as the keys are known. */
export const getApiKeyOutput: GetOutput<GetApiKeyArgs, ApiKeyResult> = (args, opts) =>
  getOutput("ApiKey", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listApiKeys: List<ApiKeyResult, ListOptions> = (opts) => list("ApiKey", {}, opts);
/** Reads all objects of the collection as an output. */
export const listApiKeysOutput: ListOutput<ApiKeyResult, ListOutputOptions> = (opts) =>
  listOutput("ApiKey", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachApiKey: Each<ApiKeyResult, ListOptions> = (opts) => each("ApiKey", {}, opts);
