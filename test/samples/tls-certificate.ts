import { tlsKeyPair } from "../support/crypto";
import { noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ ...tlsKeyPair(`${unique}.example.com *.${unique}.example.com`) }),
  full: ({ unique }) => ({
    ...notes,
    ...tlsKeyPair(`${unique}.example.com *.${unique}.example.com`),
    renewBefore: 720,
  }),
  changes: () => noteChanges,
  replacements: ({ unique }) => {
    const { certificatePem, privateKeyPem } = tlsKeyPair(`renewed.${unique}.example.com`);
    return {
      certificatePem: { to: certificatePem, with: { privateKeyPem } },
      privateKeyPem: { to: privateKeyPem, with: { certificatePem } },
    };
  },
};
