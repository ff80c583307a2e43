import { noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ domain: `${unique}.agents.example.com` }),
  full: ({ unique }) => ({
    ...notes,
    domain: `${unique}.agents.example.com`,
    certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
  }),
  changes: () => ({
    ...noteChanges,
    certificateManagementPolicy: { to: { authority: "letsencrypt", privateKeyType: "rsa" } },
  }),
  replacements: ({ unique }) => ({ domain: { to: `${unique}.devices.example.com` } }),
};
