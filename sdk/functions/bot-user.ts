// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ById } from "./signatures";

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
export type GetBotUserArgs = ById;

/** Reads one object immediately, including during previews. */
export const getBotUser = get<GetBotUserArgs, BotUserResult>("BotUser");
/** Reads one object as soon as the arguments are known. */
export const getBotUserOutput = getOutput<GetBotUserArgs, BotUserResult>("BotUser");
/** Reads all objects immediately, including during previews. */
export const listBotUsers = list<BotUserResult>("BotUser");
/** Reads all objects, as an output. */
export const listBotUsersOutput = listOutput<BotUserResult>("BotUser");
/** Reads all objects page by page. */
export const eachBotUser = each<BotUserResult>("BotUser");
