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
 * What the service says of one object. A key of the management API. Its token is in the response to its
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

/** By what `getApiKey` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetApiKeyArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What uses the key to authenticate. Removing it empties it on the service. */
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
 * or use `getApiKeyOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getApiKey(args: GetApiKeyArgs, opts?: LookupOptions): Promise<ApiKeyResult> {
  return get<ApiKeyResult>("ApiKey", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getApiKeyOutput(
  args: InputsOf<GetApiKeyArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ApiKeyResult> {
  return getOutput<ApiKeyResult>("ApiKey", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see `eachApiKey`.
 */
export function listApiKeys(opts?: ListOptions): Promise<ApiKeyResult[]> {
  return list<ApiKeyResult>("ApiKey", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listApiKeysOutput(opts?: ListOutputOptions): pulumi.Output<ApiKeyResult[]> {
  return listOutput<ApiKeyResult>("ApiKey", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachApiKey(opts?: ListOptions): AsyncGenerator<ApiKeyResult, void> {
  return each<ApiKeyResult>("ApiKey", {}, opts);
}
