// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOutput,
  list,
  listOutput,
} from "./lookup";

/**
 * One object as the service returns it. An account member for machines. It owns API keys, so that pipelines
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

/** The keys of `getBotUser`: `id`. */
export type GetBotUserArgs = {
  /** Id of the object. */
  id: string;
};

/** Reads one object now, at preview as well. */
export const getBotUser: Get<GetBotUserArgs, BotUserResult> = (args, opts) => get("BotUser", args, opts);
/** Reads one object as soon as the keys are known. */
export const getBotUserOutput: GetOutput<GetBotUserArgs, BotUserResult> = (args, opts) =>
  getOutput("BotUser", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listBotUsers: List<BotUserResult> = (opts) => list("BotUser", {}, opts);
/** Reads all objects of the collection as an output. */
export const listBotUsersOutput: ListOutput<BotUserResult> = (opts) => listOutput("BotUser", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachBotUser: Each<BotUserResult> = (opts) => each("BotUser", {}, opts);
