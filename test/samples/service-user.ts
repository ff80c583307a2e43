import { type ExampleEdit, none, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ name: `deploy ${unique}` }),
  full: ({ unique }) => ({ name: `deploy ${unique}`, active: true }),
  changes: ({ unique }) => ({ name: { to: `release ${unique}` }, active: { to: false } }),
  replacements: none,
};

export const exampleEdit: ExampleEdit = {
  from: "active: true",
  to: "active: false",
  calls: ['PATCH /service_users/ID {"active":false}'],
};
