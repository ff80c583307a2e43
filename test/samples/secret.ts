import { noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({
    vaultId: context.id("Vault"),
    name: `secret-${context.unique}`,
    value: "secret-value-one",
  }),
  full: (context) => ({
    ...notes,
    vaultId: context.id("Vault"),
    name: `secret-${context.unique}`,
    value: "secret-value-one",
  }),
  changes: ({ unique }) => ({
    ...noteChanges,
    name: { to: `token-${unique}` },
    value: { to: "secret-value-two" },
  }),
  replacements: (context) => ({ vaultId: { to: context.id("Vault", 2) } }),
};
