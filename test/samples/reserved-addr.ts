import { type ExampleEdit, none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: () => ({ ...notes, region: "us", releaseProtection: false }),
  changes: () => noteChanges,
  replacements: () => ({ region: { to: "eu" } }),
};

export const exampleEdit: ExampleEdit = {
  from: "Database tunnel",
  to: "Database",
  calls: ['PATCH /reserved_addrs/ID {"description":"Database"}'],
};
