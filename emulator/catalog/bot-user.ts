import { EVERY_OPERATION, type Family } from "../schema/family";
import { boolean, string } from "../schema/params";
import { returned } from "../schema/responses";

/** API reference: "Bot user". */
export const botUser: Family = {
  stem: "bot-user",
  name: "BotUser",
  section: "Bot user",
  collection: "/bot_users",
  listKey: "bot_users",
  idPrefix: "bot",
  operations: EVERY_OPERATION,
  create: { name: string({ required: true }), active: boolean(true) },
  update: ["name", "active"],
  response: { name: returned.string(), active: returned.boolean() },
};
