import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: () => ({ address: "origin.example.com:80" }),
  full: () => ({ ...notes, address: "origin.example.com:443", tls: { enabled: false } }),
  changes: () => ({
    ...noteChanges,
    address: { to: "other.example.com:443" },
    tls: { to: { enabled: true } },
  }),
  replacements: none,
};
