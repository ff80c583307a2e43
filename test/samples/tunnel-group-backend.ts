import { type ExampleEdit, none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: () => ({ ...notes, labels: { app: "shop", env: "prod", camelCase_and_snake: "kept" } }),
  changes: () => ({ ...noteChanges, labels: { to: { app: "shop", env: "staging" } } }),
  replacements: none,
};

export const exampleEdit: ExampleEdit = {
  from: 'labels: { app: "shop" }',
  to: 'labels: { app: "shop", zone: "a" }',
  calls: ['PATCH /backends/tunnel_group/ID {"labels":{"app":"shop","zone":"a"}}'],
};
