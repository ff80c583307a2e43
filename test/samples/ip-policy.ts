import { type ExampleEdit, none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: () => notes,
  changes: () => noteChanges,
  replacements: none,
};

export const exampleEdit: ExampleEdit = {
  from: "Office egress",
  to: "Offices",
  calls: ['PATCH /ip_policies/ID {"description":"Offices"}'],
};
