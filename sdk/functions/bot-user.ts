// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";

/**
 * Result of `getBotUser`. An account member for machines. It owns API keys, so that pipelines don't depend
 * on a person's key.
 *
 * API reference, section "Bot user".
 */
export interface BotUserResult extends ObjectResult {
  /** Display name of the bot. */
  name: string;
  /** Whether the bot is active. */
  active: boolean;
}

/** Arguments of `getBotUser`: `id`. */
export type GetBotUserArgs = {
  /** Id of the object. */
  id: string;
};

/** Reads one object immediately, including during previews. */
export const getBotUser: lookup.Get<GetBotUserArgs, BotUserResult> = (args, opts) =>
  lookup.get("BotUser", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getBotUserOutput: lookup.GetOutput<GetBotUserArgs, BotUserResult> = (args, opts) =>
  lookup.getOutput("BotUser", args, opts);
/** Reads all objects immediately, including during previews. */
export const listBotUsers: lookup.List<BotUserResult> = (opts) => lookup.list("BotUser", {}, opts);
/** Reads all objects, as an output. */
export const listBotUsersOutput: lookup.ListOutput<BotUserResult> = (opts) =>
  lookup.listOutput("BotUser", {}, opts);
/** Reads all objects page by page. */
export const eachBotUser: lookup.Each<BotUserResult> = (opts) => lookup.each("BotUser", {}, opts);
