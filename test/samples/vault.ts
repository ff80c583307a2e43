import { type ExampleEdit, none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ name: `vault-${unique}` }),
  full: ({ unique }) => ({ ...notes, name: `vault-${unique}` }),
  changes: ({ unique }) => ({ ...noteChanges, name: { to: `safe-${unique}` } }),
  replacements: none,
};

export const exampleEdit: ExampleEdit = {
  from: "secrets of the shop",
  to: "secrets of the web shop",
  calls: ['PATCH /vaults/ID {"description":"secrets of the web shop"}'],
};
