import { bool, nonEmptyString } from "../family/fields";
import { defineResource } from "../family/resource";
import { stamps } from "./common";

export const botUser = defineResource({
  name: "BotUser",
  summary:
    "An account member for machines. It owns API keys, so that pipelines don't depend on a person's key.",
  section: "Bot user",
  deprecated:
    "ngrok has deprecated bot users; with ngrok, use ServiceUser instead. This class is for services without service users.",
  path: "/bot_users",
  inputs: {
    name: nonEmptyString("Display name of the bot."),
    active: bool("Whether the bot is active.", { unset: { sends: true } }).optional(),
  },
  update: ["name", "active"],
  outputs: stamps,
});
