import { sshPublicKey } from "../support/crypto";
import { noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ publicKey: sshPublicKey(`agent-${unique}`) }),
  full: (context) => ({
    ...notes,
    publicKey: sshPublicKey(`agent-${context.unique}`),
    acl: ["bind:a.example.com"],
    ownerId: context.id("BotUser"),
  }),
  changes: () => ({ ...noteChanges, acl: { to: ["bind:b.example.com", "bind:c.example.com"] } }),
  replacements: (context) => ({
    publicKey: { to: sshPublicKey(`other-agent-${context.unique}`) },
    ownerId: { to: context.id("BotUser", 2) },
  }),
};
