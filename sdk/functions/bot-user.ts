// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
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
 * What the service says of one object. An account member for machines. It owns API keys, so that pipelines
 * don't depend on a person's key.
 *
 * API reference, section "Bot user".
 */
export interface BotUserResult {
  /** Id of the object. */
  id: string;
  /** Display name of the bot. */
  name: string;
  /** Whether the bot is active. */
  active: boolean;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
}

/** By what `getBotUser` looks an object up: by `id`. */
export type GetBotUserArgs = {
  /** Id of the object. */
  id: string;
};

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getBotUserOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getBotUser(args: GetBotUserArgs, opts?: LookupOptions): Promise<BotUserResult> {
  return get<BotUserResult>("BotUser", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getBotUserOutput(
  args: InputsOf<GetBotUserArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<BotUserResult> {
  return getOutput<BotUserResult>("BotUser", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachBotUser`.
 */
export function listBotUsers(opts?: LookupOptions): Promise<BotUserResult[]> {
  return list<BotUserResult>("BotUser", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listBotUsersOutput(opts?: LookupOutputOptions): pulumi.Output<BotUserResult[]> {
  return listOutput<BotUserResult>("BotUser", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachBotUser(opts?: LookupOptions): AsyncGenerator<BotUserResult, void> {
  return each<BotUserResult>("BotUser", {}, opts);
}
