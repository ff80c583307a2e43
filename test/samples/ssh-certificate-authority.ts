import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: () => ({ ...notes, privateKeyType: "rsa", keySize: 2048 }),
  changes: () => noteChanges,
  replacements: () => ({
    privateKeyType: { from: { privateKeyType: "ed25519" }, to: "ecdsa" },
    ellipticCurve: { from: { privateKeyType: "ecdsa", ellipticCurve: "nistp256" }, to: "nistp384" },
    keySize: { from: { privateKeyType: "rsa", keySize: 2048 }, to: 4096 },
  }),
};
