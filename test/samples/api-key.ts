import { type ExampleEdit, none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({ ...notes, ownerId: context.id("BotUser") }),
  changes: () => noteChanges,
  replacements: (context) => ({ ownerId: { to: context.id("BotUser", 2) } }),
};

export const exampleEdit: ExampleEdit = {
  from: "CI of the infra repo",
  to: "CI",
  calls: ['PATCH /api_keys/ID {"description":"CI"}'],
};
