import { authorityPem } from "../support/crypto";
import { noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ caPem: authorityPem(`ca-${unique}.example.com`) }),
  full: ({ unique }) => ({ ...notes, caPem: authorityPem(`ca-${unique}.example.com`) }),
  changes: () => noteChanges,
  replacements: ({ unique }) => ({ caPem: { to: authorityPem(`other-ca-${unique}.example.com`) } }),
};
