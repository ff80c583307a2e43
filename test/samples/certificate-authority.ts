import { authorityPem } from "../support/crypto";
import { type ExampleEdit, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ caPem: authorityPem(`ca-${unique}.example.com`) }),
  full: ({ unique }) => ({ ...notes, caPem: authorityPem(`ca-${unique}.example.com`) }),
  changes: () => noteChanges,
  replacements: ({ unique }) => ({ caPem: { to: authorityPem(`other-ca-${unique}.example.com`) } }),
};

export const exampleEdit: ExampleEdit = {
  from: "Issues the certificates of internal clients",
  to: "Clients",
  calls: ['PATCH /certificate_authorities/ID {"description":"Clients"}'],
};
