import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({
    ...notes,
    acl: ["bind:a.example.com", "bind:*.b.example.com"],
    ownerId: context.id("BotUser"),
  }),
  changes: () => ({ ...noteChanges, acl: { to: ["bind:c.example.com"] } }),
  replacements: (context) => ({ ownerId: { to: context.id("BotUser", 2) } }),
};
