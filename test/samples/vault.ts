import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ name: `vault-${unique}` }),
  full: ({ unique }) => ({ ...notes, name: `vault-${unique}` }),
  changes: ({ unique }) => ({ ...noteChanges, name: { to: `safe-${unique}` } }),
  replacements: none,
};
