import { none, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ name: `deploy ${unique}` }),
  full: ({ unique }) => ({ name: `deploy ${unique}`, active: true }),
  changes: ({ unique }) => ({ name: { to: `release ${unique}` }, active: { to: false } }),
  replacements: none,
};
