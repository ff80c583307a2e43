import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: () => ({ ...notes, labels: { app: "shop", env: "prod", camelCase_and_snake: "kept" } }),
  changes: () => ({ ...noteChanges, labels: { to: { app: "shop", env: "staging" } } }),
  replacements: none,
};
